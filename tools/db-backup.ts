import path from 'node:path';
import { writeBackup } from '#server/database/backup/write-backup.ts';
import { guarded, readArguments, runCommand } from './command.ts';

const USAGE = 'usage: npm run db:backup -- [--file path]   writes the whole database into one file, while others go on working';

await guarded(async () => {
  const { file } = readArguments(USAGE, { file: { type: 'string' } });
  await runCommand('db:backup', async ({ directUrl, dataDir, say }) => {
    const stamp = `${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
    const target = path.resolve(file ?? path.join(dataDir, 'backups', `manual-${stamp}.backup.gz`));
    const result = await writeBackup({ url: directUrl, file: target });
    say(`${result.rows} rows of ${result.tables} tables, ${result.bytes} bytes; it holds password hashes, keep it safe`);
    process.stdout.write(`${result.file}\n`);
  });
});
