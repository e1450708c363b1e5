import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { DEMO_PASSWORD, md5 } from '#tests/support/app.ts';
import { benchStage, median, ratio, row } from './stage.ts';
import { type Sent, statementsOf } from './statements.ts';

/** Concurrent callers, seconds per round, rounds of each kind in turn. */
const CALLERS = 8;
const SECONDS = 5;
const ROUNDS = 3;
const LIST = { path: '/api/sys-users/list', body: { page: 1, page_size: 50 } };

const findPgbench = (): string | undefined => {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).sort() : [];
  return versions.map((version) => path.join(folder, version, 'bin/pgbench')).findLast((file) => existsSync(file));
};

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value)) return `array[${value.map(literal).join(',')}]`;
  return `'${String(value).replaceAll("'", "''")}'`;
};

const inlined = ({ text, values }: Sent) =>
  text.replaceAll(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1])).replaceAll(/\s+/g, ' ');

const stage = await benchStage();
const folder = mkdtempSync(path.join(os.tmpdir(), 'ads-bench-sql-'));
try {
  const answer = await stage.app.inject({ method: 'POST', url: '/api/login', payload: { account: 'admin', pwd: md5(DEMO_PASSWORD) } });
  const token: string = answer.json().data.token;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const ask = () => stage.app.inject({ method: 'POST', url: LIST.path, headers, payload: LIST.body });
  await ask();
  const statements = (await statementsOf(ask)).filter(({ text }) => /^\s*(select|with)/i.test(text));
  const script = path.join(folder, 'list.sql');
  writeFileSync(script, `${statements.map((one) => `${inlined(one)};`).join('\n')}\n`);

  const pgbench = findPgbench();
  const api: number[] = [];
  const bare: number[] = [];
  const p99: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const result = await autocannon({
      url: stage.url + LIST.path,
      method: 'POST',
      headers,
      body: JSON.stringify(LIST.body),
      connections: CALLERS,
      duration: SECONDS,
      // Runs in a thread of its own.
      workers: 1,
    });
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx + result.errors} calls were not answered`);
    api.push(result.requests.average);
    p99.push(result.latency.p99);
    if (!pgbench) continue;
    const printed = execFileSync(
      pgbench,
      ['-n', '-M', 'prepared', '-c', String(CALLERS), '-j', '2', '-T', String(SECONDS), '-f', script, stage.databaseUrl],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    );
    bare.push(Number(/tps = ([\d.]+)/.exec(printed)?.[1]));
  }

  row('statements in one call of the list', statements.length);
  row('API, calls per second; p99 ms', median(api).toFixed(0), median(p99).toFixed(1));
  if (pgbench) row('the same SQL in pgbench, per second; ratio', median(bare).toFixed(0), ratio(median(api), median(bare)));
  else process.stdout.write('no pgbench on this machine: nothing to compare with\n');
} finally {
  rmSync(folder, { recursive: true, force: true });
  await stage.close();
}
