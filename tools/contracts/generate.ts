import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { endpoints } from '#contracts/endpoints/index.ts';
import { openApiText } from '#contracts/openapi.ts';
import { differences } from '../folder-differences.ts';
import { checkProduct } from './product.ts';

const root = path.resolve(import.meta.dirname, '../..');
const CURRENT = path.join(root, 'pacts/current');
const OPENAPI = path.join(root, 'contracts/openapi.json');

/** Runs the consumer tests; each writes its pact into the folder. With a seed, files and exchanges run in its order. */
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

/** Regenerates pacts/current. */
export async function generate(): Promise<void> {
  rmSync(CURRENT, { recursive: true, force: true });
  const began = performance.now();
  await writePacts(CURRENT);
  process.stdout.write(`pacts/current written in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}

export const writeOpenApi = (): void => writeFileSync(OPENAPI, openApiText(endpoints));

/** Throws unless the sources generate the committed contracts, in a different order than they were written in. */
export async function check(): Promise<void> {
  const seed = Math.floor(Math.random() * 1_000_000);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ad-pacts-'));
  const found: string[] = [];
  try {
    await writePacts(folder, seed);
    found.push(...differences(CURRENT, folder).map((fault) => `pacts/current: ${fault}`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (readFileSync(OPENAPI, 'utf8') !== openApiText(endpoints)) found.push('contracts/openapi.json: changed');
  found.push(...(await checkProduct()));
  if (found.length > 0) {
    const advice = `Run contracts:generate and openapi, and look at what changed. Where nothing did, the order matters (seed ${seed}).`;
    throw new Error([...found, advice].join('\n'));
  }
  process.stdout.write(`The committed contracts are those the sources give, in another order too (seed ${seed}).\n`);
}
