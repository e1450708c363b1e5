// npm run machines:docs: the drawings and tables of all machines, for who reads the repository. `check` only says whether they are fresh.
// npm run machines:coverage: what the tests that were run last reached of them.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ourMachines } from '#visualiser/adapter/our-machines.ts';
import { merged } from '#visualiser/coverage/merged.ts';
import { PARTS, readParts } from '#visualiser/coverage/parts.ts';
import { galleryOf } from '#visualiser/gallery/gallery-of.ts';
import { coverageSummary, coverageText } from './machines/coverage.ts';
import { machineDocs, outdated, writeFiles } from './machines/docs.ts';
import { guarded, root, Stop, say } from './prepare.mjs';
import { filesOf } from './source.ts';

const FOLDER = 'docs/machines';
/** Of files that are not fresh: where the drawing itself has changed, all of them are. */
const SHOWN = 10;

/** Without the ending of what is written there. */
const COVERAGE = 'coverage/machines';

/** What tests what happens when processes die runs no machine, and of the journeys only those tell that say so. */
const isTelling = ({ file, text }: { file: string; text: string }): boolean =>
  !file.startsWith('tests/faults/') && (!file.startsWith('tests/journeys/') || /\bcovered: true\b/.test(text));

async function coverage(): Promise<void> {
  const gallery = await galleryOf(ourMachines);
  const files = filesOf(['contracts', 'machines', 'src', 'server', 'tests', 'tools', 'visualiser', 'bench'], /\.test\.tsx?$/).filter(
    isTelling,
  );
  const found = merged(
    gallery,
    readParts(path.join(root, PARTS)),
    files.map(({ file }) => file),
  );
  mkdirSync(path.join(root, path.dirname(COVERAGE)), { recursive: true });
  writeFileSync(path.join(root, `${COVERAGE}.json`), `${JSON.stringify(found)}\n`);
  writeFileSync(path.join(root, `${COVERAGE}.md`), coverageText(gallery, found));
  process.stdout.write(`${coverageSummary(gallery, found)} → ${COVERAGE}.md\n`);
}

await guarded(async () => {
  const [command, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || (command !== 'docs' && command !== 'check' && command !== 'coverage'))
    throw new Stop('Say what to do: docs, check, coverage.');
  if (command === 'coverage') {
    await coverage();
    return;
  }
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
