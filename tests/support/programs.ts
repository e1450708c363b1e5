// Loading a program from its TypeScript sources takes two thirds of its start, so the programs of tests are bundled once per run.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { isAlive } from '#server/database/embedded/process-identity.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Inside of the project, where the packages are found. */
const CACHE = path.join(root, 'node_modules/.cache/test-programs');
/** Names the folder of this run; set once per run. */
const FOLDER = 'TEST_PROGRAMS';

const PROGRAMS = [
  'server/main.ts',
  'tests/support/building-server.process.ts',
  'tests/support/faulty-server.process.ts',
  'tools/contracts.ts',
  'tools/db-backup.ts',
  'tools/db-migrate.ts',
  'tools/db-restore.ts',
  'tools/db-seed.ts',
  'tools/secrets-key.ts',
  'tools/secrets-rotate.ts',
  'tools/user-create.ts',
  'tools/user-reset.ts',
] as const;

/** Modules find files beside their sources, so they keep their own addresses. */
const withOwnAddresses: Plugin = {
  name: 'own-addresses',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file))),
      loader: 'ts',
    }));
  },
};

/** Names the folder of the bundled programs for all processes of this run. Returns a function that removes it. */
export function prepareProgramsFolder(): () => void {
  const nameOf = (pid: number) => path.join(CACHE, String(pid));
  if (existsSync(CACHE)) {
    // Of runs that were killed.
    for (const name of readdirSync(CACHE))
      if (!isAlive(Number.parseInt(name, 10))) rmSync(path.join(CACHE, name), { recursive: true, force: true });
  }
  const folder = nameOf(process.pid);
  process.env[FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

async function bundlePrograms(folder: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  await build({
    absWorkingDir: root,
    entryPoints: [...PROGRAMS],
    outdir: unfinished,
    outbase: root,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    plugins: [withOwnAddresses],
    logLevel: 'error',
  });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process of this run was faster.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

let bundled: Promise<void> | undefined;

/** The arguments with which Node runs a program of this project, such as `tools/db-seed.ts`. */
export async function argumentsOf(program: string): Promise<string[]> {
  const folder = process.env[FOLDER];
  if (folder === undefined || !PROGRAMS.some((one) => one === program)) return ['--import', 'tsx', program];
  if (!existsSync(folder)) await (bundled ??= bundlePrograms(folder));
  return [path.join(folder, program.replace(/\.ts$/, '.mjs'))];
}
