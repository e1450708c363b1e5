import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { restoreBackup } from '#server/database/backup/restore-backup.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { CommandError, guarded, readArguments, required, runCommand } from './command.ts';

const USAGE = 'usage: npm run db:restore -- --file path [--yes]   replaces everything in the database by the backup';

await guarded(async () => {
  const values = readArguments(USAGE, { file: { type: 'string' }, yes: { type: 'boolean' } });
  const file = path.resolve(required(values.file, 'file', USAGE));
  if (!existsSync(file)) throw new CommandError(`--file: there is no file ${file}.`);
  await runCommand('db:restore', async ({ db, directUrl, say }) => {
    const { rows } = await sql<{ used: boolean }>`select to_regclass('sys_user') is not null as used`.execute(db);
    if (rows[0]?.used && !values.yes) {
      const { count } = await db
        .selectFrom('sys_user')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (count > 0)
        throw new CommandError(`The database holds ${count} accounts. Everything in it would be replaced: back it up, then add --yes.`);
    }
    const result = await restoreBackup({ url: directUrl, file });
    const steps = await migrateToLatest(db);
    say(
      `restored ${result.rows} rows of ${result.tables} tables as of ${result.createdAt}${steps.length > 0 ? `, then brought up to date (${steps.length} steps)` : ''}`,
    );
  });
});
