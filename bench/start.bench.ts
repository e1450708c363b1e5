import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { root } from '#tools/prepare.mjs';
import { median, row } from './stage.ts';

const RUNS = 5;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))));
    });
  });

const ended = (child: ChildProcess) => new Promise<void>((resolve) => child.once('exit', () => resolve()));

/** Milliseconds from the command to the first answer that the server is ready. */
async function once(dataDir: string): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  const end = ended(child);
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the start ended with ${child.exitCode}`);
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
      if (answer?.ok) return performance.now() - began;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  } finally {
    child.kill('SIGTERM');
    await end;
  }
}

const first: number[] = [];
const later: number[] = [];
for (let run = 0; run < RUNS; run++) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ads-bench-start-'));
  try {
    first.push(await once(dataDir));
    later.push(await once(dataDir));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
row('start with an empty data folder, ms', median(first).toFixed(0));
row('start again, ms', median(later).toFixed(0), 'aim 3000', `${(median(later) / 3000).toFixed(2)}x`);
