import { cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { root, run, Stop } from '../prepare.mjs';

/** Packages that the package depends on. */
const EXTERNAL = ['elkjs', 'esbuild', 'tsx', 'ws'];
const SOURCE = path.join(root, 'visualiser/package');

/** Builds the package for other projects: the page without machines, the command line, and what its README promises beside them. */
export async function buildPackage(folder: string): Promise<void> {
  if (existsSync(folder) && !existsSync(path.join(folder, 'main.mjs')))
    throw new Stop(`${folder} is there already, and is no package of the visualiser.`);
  rmSync(folder, { recursive: true, force: true });
  await run(
    process.execPath,
    ['node_modules/@rsbuild/core/bin/rsbuild.js', 'build', '--config', 'rsbuild.visualiser.config.ts', '--log-level', 'warn'],
    root,
    { NODE_ENV: 'production', VISUALISER_PACKAGE: path.join(folder, 'site') },
  );
  await build({
    entryPoints: { main: path.join(root, 'visualiser/command/main.ts') },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    keepNames: true,
    external: EXTERNAL,
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'warning',
  });
  const inspector = { outdir: folder, bundle: true, format: 'esm', target: 'es2022', keepNames: true, logLevel: 'warning' } as const;
  // The watched program's own copy of XState is used, so that its guards are recognised.
  await build({ ...inspector, entryPoints: [path.join(root, 'visualiser/inspect/inspect.ts')], external: ['xstate'] });
  await build({
    ...inspector,
    entryPoints: [path.join(root, 'visualiser/inspect/inspect.node.ts')],
    platform: 'node',
    external: ['ws', 'xstate'],
  });
  cpSync(SOURCE, folder, { recursive: true });
}
