// npm run machines:docs: the drawings and tables of all machines, for who reads the repository. `check` only says whether they are fresh.
import path from 'node:path';
import { ourMachines } from '#visualiser/adapter/our-machines.ts';
import { machineDocs, outdated, writeFiles } from './machines/docs.ts';
import { guarded, root, Stop, say } from './prepare.mjs';

const FOLDER = 'docs/machines';
/** Of files that are not fresh: where the drawing itself has changed, all of them are. */
const SHOWN = 10;

await guarded(async () => {
  const [command, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || (command !== 'docs' && command !== 'check')) throw new Stop('Say what to do: docs, check.');
  const files = await machineDocs(ourMachines);
  const folder = path.join(root, FOLDER);
  if (command === 'docs') {
    writeFiles(folder, files);
    const bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    say(`${files.size} files in ${FOLDER}, ${(bytes / 1024 / 1024).toFixed(1)} MB`);
    return;
  }
  const faults = outdated(folder, files);
  for (const fault of faults.slice(0, SHOWN)) process.stderr.write(`${FOLDER}/${fault}\n`);
  if (faults.length > SHOWN) process.stderr.write(`and ${faults.length - SHOWN} more\n`);
  if (faults.length > 0) throw new Stop(`${FOLDER} is not what the machines say: npm run machines:docs`);
  say(`${files.size} files in ${FOLDER} are fresh`);
});
