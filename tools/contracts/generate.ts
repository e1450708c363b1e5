import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { endpoints } from '#contracts/endpoints/index.ts';
import { openApiText } from '#contracts/openapi.ts';
import { differences } from '../folder-differences.ts';

const root = path.resolve(import.meta.dirname, '../..');
const CURRENT = path.join(root, 'pacts/current');
const OPENAPI = path.join(root, 'contracts/openapi.json');

/** Runs the tests of the console's side; each writes its pact into the folder. With a seed, files and exchanges come in its order. */
export function writePacts(folder: string, seed?: number): Promise<void> {
  const shuffled = seed === undefined ? [] : ['--sequence.shuffle.files', `--sequence.seed=${seed}`];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'pacts', '--reporter=dot', ...shuffled], {
      cwd: root,
      env: { ...process.env, PACT_FOLDER: folder, NO_COLOR: '1', ...(seed === undefined ? {} : { PACT_SHUFFLED: 'true' }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${output}\nthe pacts could not be written: a test failed`))));
  });
}

async function inEmptyFolders<T>(count: number, work: (folders: string[]) => Promise<T>): Promise<T> {
  const folders = Array.from({ length: count }, () => mkdtempSync(path.join(os.tmpdir(), 'ad-pacts-')));
  try {
    return await work(folders);
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes pacts/current anew. */
export async function generate(): Promise<void> {
  rmSync(CURRENT, { recursive: true, force: true });
  const began = performance.now();
  await writePacts(CURRENT);
  process.stdout.write(`pacts/current written in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}

export const writeOpenApi = (): void => writeFileSync(OPENAPI, openApiText(endpoints));

/** Throws unless the committed contracts are those that the sources give, twice and in whatever order. */
export async function check(): Promise<void> {
  const seed = Math.floor(Math.random() * 1_000_000);
  const found = await inEmptyFolders(2, async ([first = '', second = '']) => {
    await writePacts(first);
    await writePacts(second, seed);
    return [
      ...differences(first, second).map((fault) => `another order (seed ${seed}) does not give the same: ${fault}`),
      ...differences(CURRENT, first).map((fault) => `pacts/current: ${fault}`),
    ];
  });
  if (readFileSync(OPENAPI, 'utf8') !== openApiText(endpoints)) found.push('contracts/openapi.json: changed');
  if (found.length > 0) throw new Error(`${found.join('\n')}\nRun contracts:generate and openapi, and look at what changed.`);
  process.stdout.write(`The committed contracts are those the sources give, in any order (seed ${seed}).\n`);
}
