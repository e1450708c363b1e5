// npm run contracts:generate | contracts:check | openapi: what the console and any backend agree on, written or compared.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { endpoints } from '#contracts/endpoints/index.ts';
import { openApiText } from '#contracts/openapi.ts';
import { differences } from './folder-differences.ts';

const root = path.resolve(import.meta.dirname, '..');
const CURRENT = path.join(root, 'pacts/current');
const OPENAPI = path.join(root, 'contracts/openapi.json');

/** Runs the tests of the console's side; each writes its pact into the folder. */
function writePacts(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'pacts', '--reporter=dot'], {
      cwd: root,
      env: { ...process.env, PACT_FOLDER: folder },
      stdio: 'inherit',
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error('the pacts could not be written: a test failed'))));
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

async function check(): Promise<string[]> {
  const found = await inEmptyFolders(2, async ([first = '', second = '']) => {
    await writePacts(first);
    await writePacts(second);
    return [
      ...differences(first, second).map((fault) => `two runs do not agree: ${fault}`),
      ...differences(CURRENT, first).map((fault) => `pacts/current: ${fault}`),
    ];
  });
  return readFileSync(OPENAPI, 'utf8') === openApiText(endpoints) ? found : [...found, 'contracts/openapi.json: changed'];
}

const commands: Record<string, () => Promise<void>> = {
  openapi: async () => writeFileSync(OPENAPI, openApiText(endpoints)),
  generate: async () => {
    rmSync(CURRENT, { recursive: true, force: true });
    await writePacts(CURRENT);
  },
  check: async () => {
    const found = await check();
    if (found.length > 0) throw new Error(`${found.join('\n')}\nRun contracts:generate and openapi, and look at what changed.`);
    process.stdout.write('The committed contracts are those the sources give.\n');
  },
};

const command = commands[process.argv[2] ?? ''];
if (!command) throw new Error(`say what to do: ${Object.keys(commands).join(', ')}`);
await command().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
