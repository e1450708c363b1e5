import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { CommandError, guarded } from './command.ts';
import { root } from './prepare.mjs';

/** npm run bench [-- name...]: runs bench/<name>.bench.ts one after the other, each in a process of its own. */
const folder = path.join(root, 'bench');

const runFile = (file: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', path.join(folder, file)], { cwd: root, stdio: 'inherit' });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });

await guarded(async () => {
  const known = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.bench.ts'))
        .sort()
    : [];
  const asked = process.argv.slice(2).map((name) => `${name}.bench.ts`);
  const names = known.map((file) => file.replace('.bench.ts', '')).join(', ');
  for (const file of asked)
    if (!known.includes(file)) throw new CommandError(`There is no measurement ${file}. There are: ${names || 'none'}`);
  const failed: string[] = [];
  for (const file of asked.length > 0 ? asked : known) {
    process.stdout.write(`\n# ${file.replace('.bench.ts', '')}\n`);
    if (!(await runFile(file))) failed.push(file);
  }
  if (known.length === 0) throw new CommandError('There are no measurements in bench/.');
  if (failed.length > 0) throw new CommandError(`failed: ${failed.join(', ')}`);
});
