import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { MachineSource } from '#visualiser/adapter/machine-source.ts';
import { projectMachines } from '#visualiser/adapter/project-machines.ts';
import { buildVisualiser, guarded, root, run, Stop, say } from './prepare.mjs';
import { putCoverage } from './visualiser/put-coverage.ts';
import { takePictures } from './visualiser/screenshots.ts';
import { serveVisualiser } from './visualiser/serve.ts';
import { sourceOf } from './visualiser/source-of.ts';
import { writeGallery } from './visualiser/write-gallery.ts';
import { writeSite } from './visualiser/write-site.ts';

const DIST = path.join(root, 'dist');
const BUILT = path.join(DIST, 'visualiser');
const USAGE = `npm run visualiser [-- [--source <module>] [build [<folder>] | gallery <folder> | screenshots [<name>...]]]
  serves the drawings of all machines on a free port of this computer (PORT=... for another), and builds them when it is needed
  build        builds them from scratch into dist/visualiser; with a folder, also the whole page there, which needs no server then
  gallery      writes only what is drawn into a folder; the page lays it out by itself
  screenshots  takes the pictures of docs/images anew, or those of these names
  --source     the machines of another project: a module that hands out a MachineSource, see visualiser/README.md; "build" wants a folder`;

async function build(): Promise<void> {
  const count = await writeGallery(path.join(DIST, 'visualiser-data'));
  await run(
    process.execPath,
    ['node_modules/@rsbuild/core/bin/rsbuild.js', 'build', '--config', 'rsbuild.visualiser.config.ts', '--log-level', 'warn'],
    root,
    { NODE_ENV: 'production' },
  );
  say(`${count} machines are drawn in dist/visualiser`);
}

async function buildInto(folder: string, source: MachineSource): Promise<void> {
  await buildVisualiser();
  const count = await writeSite(BUILT, folder, source);
  say(`${count} machines of ${source.name} are drawn in ${folder}`);
}

function portOf(text = ''): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Stop(`PORT must be a number from 0 to 65535, not "${text}".`);
  return port;
}

async function serve(folder: string, onClose?: () => void): Promise<void> {
  const { address, app } = await serveVisualiser(folder, portOf(process.env['PORT']));
  process.stdout.write(`\n  ${address}   (Ctrl+C stops)\n\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close().then(onClose));
}

async function serveOurs(): Promise<void> {
  portOf(process.env['PORT']);
  await buildVisualiser();
  putCoverage(BUILT);
  await serve(BUILT);
}

async function serveOther(module: string): Promise<void> {
  portOf(process.env['PORT']);
  const parent = mkdtempSync(path.join(tmpdir(), 'visualiser-'));
  const forget = () => rmSync(parent, { recursive: true, force: true });
  try {
    const folder = path.join(parent, 'site');
    await buildInto(folder, await sourceOf(module));
    await serve(folder, forget);
  } catch (error) {
    forget();
    throw error;
  }
}

function given() {
  try {
    return parseArgs({ allowPositionals: true, options: { source: { type: 'string' } } });
  } catch {
    throw new Stop(USAGE);
  }
}

await guarded(async () => {
  const {
    values: { source },
    positionals: [command, ...rest],
  } = given();
  const [folder, ...more] = rest;
  if (command === 'screenshots' && source === undefined) {
    await buildVisualiser();
    await takePictures(path.join(root, 'docs/images'), rest);
  } else if (more.length > 0) throw new Stop(USAGE);
  else if (command === undefined) await (source === undefined ? serveOurs() : serveOther(source));
  else if (command === 'build' && source === undefined && folder === undefined) await build();
  else if (command === 'build' && folder !== undefined)
    await buildInto(path.resolve(folder), source === undefined ? projectMachines : await sourceOf(source));
  else if (command === 'gallery' && folder !== undefined) {
    await writeGallery(path.resolve(root, folder), { withLayouts: false, ...(source !== undefined && { source: await sourceOf(source) }) });
  } else throw new Stop(USAGE);
});
