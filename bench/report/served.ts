import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { connectDatabase } from '#server/database/connect.ts';
import { createVault } from '#server/domain/vault.ts';
import { buildApp } from '#server/http/build-app.ts';
import { openOutside } from '#server/outside.ts';
import { DEMO_PASSWORD, md5 } from '#tests/support/app.ts';
import { NOW } from './calls.ts';

export interface Served {
  /** Sends a call as a demo account, reads the whole answer and returns its size in bytes. */
  send(as: string, path: string, body: object): Promise<number>;
  close(): Promise<void>;
}

/** A listening server on a bench set, whose clock shows the last day of that set. */
export async function serve(databaseUrl: string): Promise<Served> {
  const filesFolder = mkdtempSync(path.join(os.tmpdir(), 'ads-bench-files-'));
  const { db, close } = connectDatabase({ url: databaseUrl });
  const clock = { now: () => NOW };
  const vault = createVault([{ id: 'bench', key: randomBytes(32) }]);
  const sandbox = { seed: 'bench', speed: 1, faults: false, control: false, isOffered: true, tokens: false };
  const app = await buildApp({
    db,
    clock,
    outside: openOutside({ db, clock, vault, filesFolder, sandbox }),
    config: { limits: { callsPerSecond: 1_000_000 } },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const tokens = new Map<string, string>();

  async function tokenOf(account: string): Promise<string> {
    const known = tokens.get(account);
    if (known !== undefined) return known;
    const answer = await app.inject({ method: 'POST', url: '/api/login', payload: { account, pwd: md5(DEMO_PASSWORD) } });
    const token: string = answer.json().data.token;
    tokens.set(account, token);
    return token;
  }

  return {
    async send(as, address, body) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(as)}` };
      const answer = await fetch(url + address, { method: 'POST', headers, body: JSON.stringify(body) });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const isRefused = answer.headers.get('content-type')?.includes('json') === true && !bytes.subarray(0, 10).includes('"code":0');
      if (!answer.ok || isRefused) throw new Error(`${address} was not answered: ${bytes.toString('utf8', 0, 300)}`);
      return bytes.length;
    },
    async close() {
      await app.close();
      await close();
      rmSync(filesFolder, { recursive: true, force: true });
    },
  };
}
