import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call, CallContext } from '#server/domain/call.ts';
import { type ExportColumn, exportFile } from '#server/domain/spreadsheet/index.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { sheetsIn } from '#tests/support/sheet.ts';
import { calls } from './calls.ts';

interface Row {
  n: number;
  text: string;
}

const columns: Record<string, ExportColumn<Row>> = {
  n: { zh: '数', en: 'Number', width: 10, cell: (row) => row.n },
  text: { zh: '文', en: 'Text', width: 40, cell: (row) => row.text },
};

/** What the export of roles exports in this test. */
let rows: RawBuilder<Row>;
let count = 0;
const exporting = calls.map(
  (call): Call =>
    call.endpoint.path === '/sys-roles/export'
      ? {
          ...call,
          handle: (context: CallContext, asked: { columns: string[]; locale: 'en' }) =>
            exportFile(context, asked, {
              page: { zh: '数', en: 'Numbers' },
              slug: 'numbers',
              columns,
              count: async () => count,
              rows,
              shape: (row: Row) => row,
              totals: async () => ({ n: count }),
            }),
        }
      : call,
);

let server: TestApp;
let address: string;
beforeAll(async () => {
  server = await createTestApp({ calls: exporting, config: { limits: { exportsOfAll: 3 } } });
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => await server.close());

const numbers = (many: number, more = sql`md5(n::text)`) =>
  sql<Row>`select n, ${more} as text from generate_series(1, ${many}::int) n order by n`;

interface Heard {
  request: ClientRequest;
  answer: IncomingMessage;
}

/** Asks for the file and reads nothing of it yet. */
async function ask(account = 'admin', signal?: AbortSignal): Promise<Heard> {
  const token = await server.signIn(account);
  return await new Promise((resolve, reject) => {
    const asked = request(
      `${address}/api/sys-roles/export`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(signal === undefined ? {} : { signal }),
      },
      (answer) => resolve({ request: asked, answer }),
    );
    asked.once('error', reject);
    asked.end(JSON.stringify({ columns: ['text', 'n'], locale: 'en' }));
  });
}

async function bodyOf({ answer }: Heard): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Statements of exports that the database works on or that hold a transaction open. */
async function openWork(): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and (state = 'idle in transaction' or query like 'fetch%' and state = 'active')`.execute(
    server.db,
  );
  return found.rows[0]?.total ?? 0;
}

/** Asked again until it holds; the time limit of the test is the only clock. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}

test('a file of many rows is sent while it is made, whole and in order', async () => {
  count = 20_000;
  rows = numbers(count);
  const heard = await ask();
  expect(heard.answer.headers['content-length']).toBeUndefined();
  expect(heard.answer.headers['x-row-count']).toBe('20000');
  const file = await bodyOf(heard);
  expect(Number(heard.answer.headers['x-estimated-length']) / file.length).toBeGreaterThan(0.7);
  expect(Number(heard.answer.headers['x-estimated-length']) / file.length).toBeLessThan(1.4);
  const [data, notes] = sheetsIn(file);
  expect(data?.length).toBe(20_002);
  expect(data?.slice(1, -1).every(([, n], index) => Number(n) === index + 1)).toBe(true);
  expect(data?.at(-1)).toEqual(['Total', '20000']);
  expect(notes?.[4]).toEqual(['Rows', '20000']);
  await until(async () => (await openWork()) === 0);
});

test('every row is of one moment, whatever is written meanwhile', async () => {
  await server.db.schema.createTable('moment').addColumn('n', 'integer').execute();
  await sql`insert into moment select generate_series(1, 3000)`.execute(server.db);
  count = 3000;
  rows = sql<Row>`select n, 'x' as text from moment order by n`;
  const heard = await ask();
  await sql`delete from moment where n > 100`.execute(server.db);
  expect(sheetsIn(await bodyOf(heard))[0]).toHaveLength(3002);
});

describe('a download that fails', () => {
  test.each<[string, () => void]>([
    [
      'for the database',
      () => {
        count = 2000;
        rows = numbers(2000, sql`(1 / (n - 1500))::text`);
      },
    ],
    [
      'for rows that are missing',
      () => {
        count = 2000;
        rows = numbers(1700);
      },
    ],
    [
      'for rows too many',
      () => {
        count = 2000;
        rows = numbers(2300);
      },
    ],
  ])('in the middle, %s, is a broken connection or an answer in words, and never a short file', async (_, set) => {
    set();
    const heard = await ask();
    // Which of the two depends on whether the first byte has left.
    const body = await bodyOf(heard).catch((error: Error) => error.message);
    if (typeof body === 'string') expect(body).toMatch(/aborted|reset/i);
    else expect(JSON.parse(body.toString())).toMatchObject({ code: -2, data: { reason: 'INTERNAL' } });
    await until(async () => (await openWork()) === 0);
  });

  test('at its first rows is an answer in words', async () => {
    count = 10;
    rows = numbers(10, sql`(1 / (n - 5))::text`);
    const heard = await ask();
    expect(JSON.parse((await bodyOf(heard)).toString())).toMatchObject({ code: -2, data: { reason: 'INTERNAL' } });
    await until(async () => (await openWork()) === 0);
  });
});

describe('a reader who is gone', () => {
  test('ends the query that was under way', { timeout: 30_000 }, async () => {
    count = 1000;
    rows = numbers(1000, sql`case when n = 600 then pg_sleep(600)::text else n::text end`);
    const heard = await ask();
    await until(async () => (await openWork()) === 1);
    heard.answer.on('error', () => undefined);
    heard.request.destroy();
    await until(async () => (await openWork()) === 0);
    // Its place is free again at once.
    expect((await server.as('admin', '/sys-roles/export', { columns: ['n'], locale: 'en', count_only: true })).code).toBe(0);
  });

  test('ends also what was counted or fetched before the first byte', { timeout: 30_000 }, async () => {
    count = 1000;
    rows = numbers(1000, sql`case when n = 10 then pg_sleep(600)::text else n::text end`);
    const gone = new AbortController();
    const asked = ask('admin', gone.signal).catch((error: Error) => error.name);
    await until(async () => (await openWork()) === 1);
    gone.abort();
    expect(await asked).toBe('AbortError');
    await until(async () => (await openWork()) === 0);
  });
});

test('a third export of one person is refused while two are under way, and not any more when one has ended', async () => {
  count = 60_000;
  rows = numbers(count, sql`md5(n::text) || md5((n + 1)::text) || md5((n + 2)::text)`);
  const [first, second] = [await ask(), await ask()];
  const third = await ask();
  expect(JSON.parse((await bodyOf(third)).toString())).toMatchObject({ code: 429, data: { reason: 'TOO_MANY_REQUESTS' } });
  // Somebody else is not held up.
  const other = await ask('lead_a');
  expect(other.answer.headers['content-type']).toMatch(/json|spreadsheet/);
  await bodyOf(other);
  first.answer.on('error', () => undefined);
  first.request.destroy();
  await until(async () => {
    const again = await ask();
    const isFile = String(again.answer.headers['content-type']).includes('spreadsheet');
    again.answer.on('error', () => undefined);
    again.request.destroy();
    return isFile;
  });
  await bodyOf(second);
});
