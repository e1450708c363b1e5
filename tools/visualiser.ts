import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { watchFiles } from '#visualiser/command/watch-files.ts';
import { writeGallery } from '#visualiser/command/write-gallery.ts';
import { writeSite } from '#visualiser/command/write-site.ts';
import { buildVisualiser, guarded, root, run, Stop, say } from './prepare.mjs';
import { buildPackage } from './visualiser/build-package.ts';
import { MACHINE_FOLDERS, projectMachines } from './visualiser/project-machines.ts';
import { COVERAGE_REPORT, putCoverage } from './visualiser/put-coverage.ts';
import { takePictures } from './visualiser/screenshots.ts';
import { serveVisualiser } from './visualiser/serve.ts';

const DIST = path.join(root, 'dist');
const BUILT = path.join(DIST, 'visualiser');
const DATA = path.join(DIST, 'visualiser-data');
const USAGE = `npm run visualiser [-- build [<folder>] | gallery <folder> [--watch] | package [<folder>] | screenshots [<name>...]]
  serves the drawings of all machines on a free port of this computer (PORT=... for another), and builds them when it is needed
  build        builds them from scratch into dist/visualiser; with a folder, also the whole page there, which needs no server then
  gallery      writes only what is drawn into a folder, and again after each change with --watch; the page lays it out by itself
  package      builds the package for other projects into dist/visualiser-package, or into a folder; see visualiser/package/README.md
  screenshots  takes the pictures of docs/images anew, or those of these names`;

async function build(): Promise<void> {
  const { count } = await writeGallery(DATA, { source: projectMachines, root });
  putCoverage(DATA);
  await run(
    process.execPath,
    ['node_modules/@rsbuild/core/bin/rsbuild.js', 'build', '--config', 'rsbuild.visualiser.config.ts', '--log-level', 'warn'],
    root,
    { NODE_ENV: 'production' },
  );
  say(`${count} machines are drawn in dist/visualiser`);
}

async function buildInto(folder: string): Promise<void> {
  await buildVisualiser();
  const { count } = await writeSite(BUILT, folder, { source: projectMachines, root, coverage: COVERAGE_REPORT });
  say(`${count} machines of ${projectMachines.name} are drawn in ${folder}`);
}

async function writeData(folder: string): Promise<void> {
  const { count, problems } = await writeGallery(folder, { source: projectMachines, root, withLayouts: false });
  putCoverage(folder);
  for (const { at, message } of problems) say(`${at}: ${message}`);
  say(`${count} machines are in ${path.relative(root, folder)}`);
}

/** Each time in a process of its own, because a module is only read again by a new one. */
async function watchData(folder: string): Promise<void> {
  const update = async () => {
    try {
      await run(process.execPath, ['--import', 'tsx', 'tools/visualiser.ts', 'gallery', folder]);
    } catch (error) {
      say(`the drawings stay as they were: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  mkdirSync(folder, { recursive: true });
  await update();
  watchFiles(
    [...MACHINE_FOLDERS, 'contracts/vocabulary', 'contracts/reports', 'contracts/rules'].map((one) => path.join(root, one)),
    update,
  );
}

function portOf(text = ''): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Stop(`PORT must be a number from 0 to 65535, not "${text}".`);
  return port;
}

async function serve(): Promise<void> {
  const port = portOf(process.env['PORT']);
  await buildVisualiser();
  putCoverage(BUILT);
  const { address, app } = await serveVisualiser(BUILT, port);
  process.stdout.write(`\n  ${address}   (Ctrl+C stops)\n\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());
}

function given() {
  try {
    return parseArgs({ allowPositionals: true, options: { watch: { type: 'boolean' } } });
  } catch {
    throw new Stop(USAGE);
  }
}

await guarded(async () => {
  const {
    values: { watch = false },
    positionals: [command, ...rest],
  } = given();
  const [folder, ...more] = rest;
  if (watch && command !== 'gallery') throw new Stop(USAGE);
  if (command === 'screenshots') {
    await buildVisualiser();
    await takePictures(path.join(root, 'docs/images'), rest);
  } else if (more.length > 0) throw new Stop(USAGE);
  else if (command === undefined) await serve();
  else if (command === 'build') await (folder === undefined ? build() : buildInto(path.resolve(folder)));
  else if (command === 'gallery' && folder !== undefined) {
    await (watch ? watchData(path.resolve(root, folder)) : writeData(path.resolve(root, folder)));
  } else if (command === 'package') {
    await buildPackage(path.resolve(root, folder ?? 'dist/visualiser-package'));
    say(`the package is in ${folder ?? 'dist/visualiser-package'}`);
  } else throw new Stop(USAGE);
});
