import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrations } from '../migrations/index.ts';
import { quoted, tablesInOrder } from './catalogue.ts';
import { type BackupHead, BackupReader, type BackupTable, type BackupTail, BadBackup } from './format.ts';

export interface RestoreResult {
  createdAt: string;
  schemaVersion: string;
  tables: number;
  rows: number;
}

export interface RestoreOptions {
  /** Address of the database, whose owner or superuser it names. Everything in its schema is replaced. */
  url: string;
  file: string;
  onTable?: (table: string, rows: number) => void;
}

/**
 * Replaces the data by that of a backup, in one transaction: others see the old state or the new one, and a fault
 * changes nothing. The schema is that of the backup; migrate afterwards.
 */
export async function restoreBackup({ url, file, onTable = () => undefined }: RestoreOptions): Promise<RestoreResult> {
  const unpacked = createReadStream(file).pipe(createGunzip());
  const source = new BackupReader(readable(unpacked, file));
  const head = await source.line<BackupHead>();
  const steps = stepsTo(head);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'ad-delivery-restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await buildSchema(client, steps);
    const filled = await fill(client, source, onTable);
    await client.query('commit');
    return { createdAt: head?.createdAt ?? '', schemaVersion: head?.schemaVersion ?? '', ...filled };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    unpacked.destroy();
    await client.end();
  }
}

async function* readable(unpacked: NodeJS.ReadableStream, file: string): AsyncGenerator<Buffer> {
  try {
    for await (const piece of unpacked) yield piece as Buffer;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOENT') throw new BadBackup(`${file} does not exist`);
    throw new BadBackup(code.startsWith('Z') ? 'it is damaged or cut off' : (error as Error).message);
  }
}

/** Migrations that lead to the schema of the backup. */
function stepsTo(head: BackupHead | undefined): string[] {
  if (head?.format !== 'ad-delivery-backup') throw new BadBackup('it was not written by this product');
  if (head.formatVersion !== 1 || !(head.schemaVersion in migrations)) {
    throw new BadBackup(`it was written by a newer version (schema ${head.schemaVersion}); update first`);
  }
  return Object.keys(migrations)
    .sort()
    .filter((name) => name <= head.schemaVersion);
}

async function buildSchema(client: pg.Client, steps: string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_schema() as name');
  const schema = quoted(rows[0]?.name ?? 'public');
  await client.query('set local lock_timeout = 60000');
  await dropSchema(client, schema);
  await client.query(`create schema ${schema}`);
  await client.query(`grant usage on schema ${schema} to public`);
  const db = withinTransaction(client);
  for (const name of steps) await migrations[name]?.up(db);
  // The migrator's own two tables are part of the backup too, so they must exist.
  await client.query('create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)');
  await client.query('create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer not null default 0)');
  // What migrations put in comes back from the backup; last table first, as rows refer to earlier tables.
  for (const { name } of (await tablesInOrder(client)).reverse()) await client.query(`delete from ${quoted(name)}`);
}

const DEADLOCK = '40P01';
const TRIES = 10;

/**
 * Drops the schema while others go on using it. Its tables are locked one after the other, so a transaction that locks
 * them in another order can end in a deadlock; then what was locked is let go, and the drop is tried again.
 */
async function dropSchema(client: pg.Client, schema: string): Promise<void> {
  await client.query('savepoint before_drop');
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`drop schema ${schema} cascade`);
      return;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== DEADLOCK || attempt === TRIES) throw error;
      await client.query('rollback to savepoint before_drop');
    }
  }
}

/** Kysely on the one connection that holds the transaction. */
function withinTransaction(client: pg.Client): Kysely<never> {
  const connection = { query: (text: string, values: unknown[]) => client.query(text, values), release: () => undefined };
  return new Kysely({ dialect: new PostgresDialect({ pool: { connect: async () => connection as never, end: async () => undefined } }) });
}

async function fill(
  client: pg.Client,
  source: BackupReader,
  onTable: (table: string, rows: number) => void,
): Promise<{ tables: number; rows: number }> {
  const known = new Map((await tablesInOrder(client)).map((table) => [table.name, new Set(table.columns)]));
  let tables = 0;
  let rows = 0;
  for (;;) {
    const next = await source.line<BackupTable | BackupTail>();
    if (next === undefined) throw new BadBackup('it is cut off');
    if ('sequences' in next) {
      if (next.tables !== tables) throw new BadBackup(`it holds ${tables} tables and should hold ${next.tables}`);
      for (const { sequence, lastValue, isCalled } of next.sequences) {
        await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(sequence), lastValue, isCalled]);
      }
      return { tables, rows };
    }
    const columns = known.get(next.table);
    if (columns === undefined || !next.columns.every((column) => columns.has(column))) {
      throw new BadBackup(`its table ${next.table} does not fit schema`);
    }
    // What follows from other rows is a table of the backup itself: rows come back as they were, and nothing follows from that.
    await client.query(`alter table ${quoted(next.table)} disable trigger user`);
    const target = client.query(copyFrom(`copy ${quoted(next.table)} (${next.columns.map(quoted).join(', ')}) from stdin`));
    await pipeline(Readable.from(source.rows(), { objectMode: false }), target);
    await client.query(`alter table ${quoted(next.table)} enable trigger user`);
    tables += 1;
    rows += target.rowCount;
    onTable(next.table, target.rowCount);
  }
}
