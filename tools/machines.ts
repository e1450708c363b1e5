// npm run machines:docs: writes an index and the drawings of all machines. `check` only says whether they are up to date.
// npm run machines:coverage: reports what the last test run reached of them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mergeCoverage } from '#visualiser/coverage/merge-coverage.ts';
import { COVERAGE_PARTS_FOLDER, readParts } from '#visualiser/coverage/parts.ts';
import { machineDocs } from '#visualiser/export/machine-docs.ts';
import { buildGallery } from '#visualiser/gallery/build-gallery.ts';
import { coverageSummary, coverageText } from './machines/coverage.ts';
import { guarded, root, Stop, say } from './prepare.mjs';
import { filesOf } from './source.ts';
import { projectMachines } from './visualiser/project-machines.ts';

const DOCUMENT = 'docs/machines.md';
const NOTE =
  'The visualiser (`npm run visualiser`) draws each by itself, with its guards, actions, actors and delays. ' +
  'Written by `npm run machines:docs` from the machines themselves, and compared with them by `npm run verify`.';

/** The path without the file ending. */
const COVERAGE = 'coverage/machines';

/** Tests of crashing processes run no machine, and only some journeys record the machines they reach. */
const isTelling = ({ file, text }: { file: string; text: string }): boolean =>
  !file.startsWith('tests/faults/') && (!file.startsWith('tests/journeys/') || /\bcovered: true\b/.test(text));

async function coverage(): Promise<void> {
  const gallery = await buildGallery(projectMachines);
  const files = filesOf(
    ['contracts', 'machines', 'src', 'server', 'tests', 'tools', 'visualiser', 'catalogue', 'bench'],
    /\.test\.tsx?$/,
  ).filter(isTelling);
  const found = mergeCoverage(
    gallery,
    readParts(path.join(root, COVERAGE_PARTS_FOLDER)),
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
  const text = await machineDocs(projectMachines, NOTE);
  const file = path.join(root, DOCUMENT);
  if (command === 'docs') {
    writeFileSync(file, text);
    say(`${DOCUMENT}, ${Math.ceil(Buffer.byteLength(text) / 1024)} kB`);
    return;
  }
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text)
    throw new Stop(`${DOCUMENT} is not what the machines say: npm run machines:docs`);
  say(`${DOCUMENT} is fresh`);
});
