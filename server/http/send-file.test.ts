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

/** Rows that the export of roles returns in this test. */
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

interface ExportResponse {
  request: ClientRequest;
  answer: IncomingMessage;
}

/** Requests the file without reading it. */
async function ask(account = 'admin', signal?: AbortSignal): Promise<ExportResponse> {
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

async function bodyOf({ answer }: ExportResponse): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Counts export statements that are running or hold a transaction open. */
async function countOpenQueries(): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and (state = 'idle in transaction' or query like 'fetch%' and state = 'active')`.execute(
    server.db,
  );
  return found.rows[0]?.total ?? 0;
}

/** Polls the condition until the test times out. */
async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}

test('streams a large file complete and in order', async () => {
  count = 20_000;
  rows = numbers(count);
  const response = await ask();
  expect(response.answer.headers['content-length']).toBeUndefined();
  expect(response.answer.headers['x-row-count']).toBe('20000');
  const file = await bodyOf(response);
  expect(Number(response.answer.headers['x-estimated-length']) / file.length).toBeGreaterThan(0.7);
  expect(Number(response.answer.headers['x-estimated-length']) / file.length).toBeLessThan(1.4);
  const [data, notes] = sheetsIn(file);
  expect(data?.length).toBe(20_002);
  expect(data?.slice(1, -1).every(([, n], index) => Number(n) === index + 1)).toBe(true);
  expect(data?.at(-1)).toEqual(['Total', '20000']);
  expect(notes?.[4]).toEqual(['Rows', '20000']);
  await waitUntil(async () => (await countOpenQueries()) === 0);
});

test('exports all rows from one snapshot, unaffected by concurrent writes', async () => {
  await server.db.schema.createTable('moment').addColumn('n', 'integer').execute();
  await sql`insert into moment select generate_series(1, 3000)`.execute(server.db);
  count = 3000;
  rows = sql<Row>`select n, 'x' as text from moment order by n`;
  const response = await ask();
  await sql`delete from moment where n > 100`.execute(server.db);
  expect(sheetsIn(await bodyOf(response))[0]).toHaveLength(3002);
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
    const response = await ask();
    // The outcome depends on whether the first byte has been sent.
    const body = await bodyOf(response).catch((error: Error) => error.message);
    if (typeof body === 'string') expect(body).toMatch(/aborted|reset/i);
    else expect(JSON.parse(body.toString())).toMatchObject({ code: -2, data: { reason: 'INTERNAL' } });
    await waitUntil(async () => (await countOpenQueries()) === 0);
  });

  test('at its first rows returns an error text', async () => {
    count = 10;
    rows = numbers(10, sql`(1 / (n - 5))::text`);
    const response = await ask();
    expect(JSON.parse((await bodyOf(response)).toString())).toMatchObject({ code: -2, data: { reason: 'INTERNAL' } });
    await waitUntil(async () => (await countOpenQueries()) === 0);
  });
});

describe('a client that disconnects', () => {
  test('ends the running query', { timeout: 30_000 }, async () => {
    count = 1000;
    rows = numbers(1000, sql`case when n = 600 then pg_sleep(600)::text else n::text end`);
    const response = await ask();
    await waitUntil(async () => (await countOpenQueries()) === 1);
    response.answer.on('error', () => undefined);
    response.request.destroy();
    await waitUntil(async () => (await countOpenQueries()) === 0);
    // The export place is free at once.
    expect((await server.as('admin', '/sys-roles/export', { columns: ['n'], locale: 'en', count_only: true })).code).toBe(0);
  });

  test('also ends queries that run before the first byte', { timeout: 30_000 }, async () => {
    count = 1000;
    rows = numbers(1000, sql`case when n = 10 then pg_sleep(600)::text else n::text end`);
    const gone = new AbortController();
    const asked = ask('admin', gone.signal).catch((error: Error) => error.name);
    await waitUntil(async () => (await countOpenQueries()) === 1);
    gone.abort();
    expect(await asked).toBe('AbortError');
    await waitUntil(async () => (await countOpenQueries()) === 0);
  });
});

test('refuses a third export of the same user until one of two has ended', async () => {
  count = 60_000;
  rows = numbers(count, sql`md5(n::text) || md5((n + 1)::text) || md5((n + 2)::text)`);
  const [first, second] = [await ask(), await ask()];
  const third = await ask();
  expect(JSON.parse((await bodyOf(third)).toString())).toMatchObject({ code: 429, data: { reason: 'TOO_MANY_REQUESTS' } });
  // Another user is not affected.
  const other = await ask('lead_a');
  expect(other.answer.headers['content-type']).toMatch(/json|spreadsheet/);
  await bodyOf(other);
  first.answer.on('error', () => undefined);
  first.request.destroy();
  await waitUntil(async () => {
    const again = await ask();
    const isFile = String(again.answer.headers['content-type']).includes('spreadsheet');
    again.answer.on('error', () => undefined);
    again.request.destroy();
    return isFile;
  });
  await bodyOf(second);
});
