import path from 'node:path';
import { buildVisualiser, guarded, root, run, Stop, say } from './prepare.mjs';
import { serveVisualiser } from './visualiser/serve.ts';
import { writeGallery } from './visualiser/write-gallery.ts';

const DIST = path.join(root, 'dist');
const USAGE = `npm run visualiser [-- build | -- gallery <folder>]
  serves the drawings of all machines on a free port of this computer (PORT=... for another), and builds them when it is needed
  build    builds them from scratch into dist/visualiser
  gallery  writes only what is drawn into a folder; the page lays it out by itself`;

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

function portOf(text = ''): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Stop(`PORT must be a number from 0 to 65535, not "${text}".`);
  return port;
}

async function serve(): Promise<void> {
  const port = portOf(process.env['PORT']);
  await buildVisualiser();
  const { address, app } = await serveVisualiser(path.join(DIST, 'visualiser'), port);
  process.stdout.write(`\n  ${address}   (Ctrl+C stops)\n\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());
}

await guarded(async () => {
  const [command, folder, ...rest] = process.argv.slice(2);
  if (rest.length > 0) throw new Stop(USAGE);
  if (command === undefined) await serve();
  else if (command === 'build' && folder === undefined) await build();
  else if (command === 'gallery' && folder !== undefined) await writeGallery(path.resolve(root, folder), { withLayouts: false });
  else throw new Stop(USAGE);
});
