import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { listSequences, listTablesInOrder, quoteName } from './catalogue.ts';
import { type BackupHead, type BackupSequence, type BackupTable, type BackupTail, END_OF_ROWS } from './format.ts';

export interface BackupResult {
  file: string;
  tables: number;
  rows: number;
  bytes: number;
}

export interface BackupOptions {
  /** Connection string; must not lead to a pooler that shares connections between transactions. */
  url: string;
  /** The file gets this name only once it is complete and on disk. Only its owner can read it. */
  file: string;
  now?: Date;
  signal?: AbortSignal;
  onTable?: (table: string, rows: number) => void;
}

/**
 * Writes one consistent snapshot of all tables to a file while others keep writing. It contains password hashes and sessions, so store it
 * as safely as the database.
 */
export async function writeBackup({
  url,
  file,
  now = new Date(),
  signal,
  onTable = () => undefined,
}: BackupOptions): Promise<BackupResult> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.unfinished-${process.pid}`;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'ad-delivery-backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // One snapshot for all tables, which blocks no writer.
    await client.query('begin isolation level repeatable read read only');
    const counted = { tables: 0, rows: 0 };
    const contents = generateContents(client, now, (table, rows) => {
      counted.tables += 1;
      counted.rows += rows;
      onTable(table, rows);
    });
    await pipeline(contents, createGzip({ level: 6 }), createWriteStream(draft, { mode: 0o600 }), { signal });
    await client.query('commit');
    await syncFile(draft);
    await rename(draft, file);
    return { file, ...counted, bytes: (await stat(file)).size };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function* generateContents(
  client: pg.Client,
  now: Date,
  onTable: (table: string, rows: number) => void,
): AsyncGenerator<string | Buffer> {
  yield toLine(await buildHead(client, now));
  const tables = await listTablesInOrder(client);
  for (const { name, columns } of tables) {
    yield toLine({ table: name, columns } satisfies BackupTable);
    const rows = client.query(copyTo(`copy ${quoteName(name)} (${columns.map(quoteName).join(', ')}) to stdout`));
    for await (const chunk of rows) yield chunk as Buffer;
    yield `${END_OF_ROWS}\n`;
    onTable(name, rows.rowCount);
  }
  // Read after the rows, so that a sequence is never behind the rows it numbered.
  const sequences: BackupSequence[] = [];
  for (const sequence of await listSequences(client)) {
    const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${quoteName(sequence)}`,
    );
    if (rows[0]) sequences.push({ sequence, lastValue: rows[0].last_value, isCalled: rows[0].is_called });
  }
  yield toLine({ tables: tables.length, sequences } satisfies BackupTail);
}

async function buildHead(client: pg.Client, now: Date): Promise<BackupHead> {
  const { rows: known } = await client.query("select to_regclass('kysely_migration') is not null as known");
  if (!known[0]?.known)
    throw new Error('The database holds no data of this product (it was never migrated), so there is nothing to back up.');
  const { rows } = await client.query<{ name: string; major: number }>(
    "select (select max(name) from kysely_migration) as name, current_setting('server_version_num')::int / 10000 as major",
  );
  return {
    format: 'ad-delivery-backup',
    formatVersion: 1,
    createdAt: now.toISOString(),
    schemaVersion: rows[0]?.name ?? '',
    postgres: rows[0]?.major ?? 0,
  };
}

const toLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
