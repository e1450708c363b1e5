import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrations } from '../migrations/index.ts';
import { listTablesInOrder, quoteName } from './catalogue.ts';
import { type BackupHead, BackupReader, type BackupTable, type BackupTail, BadBackupError } from './format.ts';

export interface RestoreResult {
  createdAt: string;
  schemaVersion: string;
  tables: number;
  rows: number;
}

export interface RestoreOptions {
  /** Connection string of the schema's owner or a superuser. Everything in the schema is replaced. */
  url: string;
  file: string;
  onTable?: (table: string, rows: number) => void;
}

/**
 * Replaces all data with the backup in one transaction: other connections see either the old or the new state, and an error changes
 * nothing. The schema is that of the backup, so migrate afterwards.
 */
export async function restoreBackup({ url, file, onTable = () => undefined }: RestoreOptions): Promise<RestoreResult> {
  const unpacked = createReadStream(file).pipe(createGunzip());
  const source = new BackupReader(readChunks(unpacked, file));
  const head = await source.readLine<BackupHead>();
  const migrationNames = listMigrations(head);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'ad-delivery-restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await buildSchema(client, migrationNames);
    const restored = await restoreRows(client, source, onTable);
    await client.query('commit');
    return { createdAt: head?.createdAt ?? '', schemaVersion: head?.schemaVersion ?? '', ...restored };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    unpacked.destroy();
    await client.end();
  }
}

async function* readChunks(unpacked: NodeJS.ReadableStream, file: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of unpacked) yield chunk as Buffer;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOENT') throw new BadBackupError(`${file} does not exist`);
    throw new BadBackupError(code.startsWith('Z') ? 'it is damaged or cut off' : (error as Error).message);
  }
}

/** Names of the migrations that lead to the schema of the backup. */
function listMigrations(head: BackupHead | undefined): string[] {
  if (head?.format !== 'ad-delivery-backup') throw new BadBackupError('it was not written by this product');
  if (head.formatVersion !== 1 || !(head.schemaVersion in migrations)) {
    throw new BadBackupError(`it was written by a newer version (schema ${head.schemaVersion}); update first`);
  }
  return Object.keys(migrations)
    .sort()
    .filter((name) => name <= head.schemaVersion);
}

async function buildSchema(client: pg.Client, migrationNames: string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_schema() as name');
  const schema = quoteName(rows[0]?.name ?? 'public');
  await client.query('set local lock_timeout = 60000');
  await dropSchema(client, schema);
  await client.query(`create schema ${schema}`);
  await client.query(`grant usage on schema ${schema} to public`);
  const db = createKysely(client);
  for (const name of migrationNames) await migrations[name]?.up(db);
  // The two tables of the migrator are part of the backup as well, so they must exist.
  await client.query('create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)');
  await client.query('create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer not null default 0)');
  // Rows inserted by migrations come back from the backup. Deleted in reverse order, because rows reference earlier tables.
  for (const { name } of (await listTablesInOrder(client)).reverse()) await client.query(`delete from ${quoteName(name)}`);
}

const DEADLOCK = '40P01';
const MAX_TRIES = 10;

/**
 * Drops the schema while others use it. Its tables are locked one after the other, which can deadlock with a transaction that locks them in
 * another order; then the locks are released and the drop is tried again.
 */
async function dropSchema(client: pg.Client, schema: string): Promise<void> {
  await client.query('savepoint before_drop');
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`drop schema ${schema} cascade`);
      return;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== DEADLOCK || attempt === MAX_TRIES) throw error;
      await client.query('rollback to savepoint before_drop');
    }
  }
}

/** Kysely on the single connection that holds the transaction. */
function createKysely(client: pg.Client): Kysely<never> {
  const connection = { query: (text: string, values: unknown[]) => client.query(text, values), release: () => undefined };
  return new Kysely({ dialect: new PostgresDialect({ pool: { connect: async () => connection as never, end: async () => undefined } }) });
}

async function restoreRows(
  client: pg.Client,
  source: BackupReader,
  onTable: (table: string, rows: number) => void,
): Promise<{ tables: number; rows: number }> {
  const columnsByTable = new Map((await listTablesInOrder(client)).map((table) => [table.name, new Set(table.columns)]));
  let tables = 0;
  let rows = 0;
  for (;;) {
    const next = await source.readLine<BackupTable | BackupTail>();
    if (next === undefined) throw new BadBackupError('it is cut off');
    if ('sequences' in next) {
      if (next.tables !== tables) throw new BadBackupError(`it holds ${tables} tables and should hold ${next.tables}`);
      for (const { sequence, lastValue, isCalled } of next.sequences) {
        await client.query('select setval($1::regclass, $2::bigint, $3)', [quoteName(sequence), lastValue, isCalled]);
      }
      return { tables, rows };
    }
    const columns = columnsByTable.get(next.table);
    if (columns === undefined || !next.columns.every((column) => columns.has(column))) {
      throw new BadBackupError(`its table ${next.table} does not fit schema`);
    }
    // Triggers stay off, because tables that triggers fill are part of the backup themselves.
    await client.query(`alter table ${quoteName(next.table)} disable trigger user`);
    const target = client.query(copyFrom(`copy ${quoteName(next.table)} (${next.columns.map(quoteName).join(', ')}) from stdin`));
    await pipeline(Readable.from(source.readRows(), { objectMode: false }), target);
    await client.query(`alter table ${quoteName(next.table)} enable trigger user`);
    tables += 1;
    rows += target.rowCount;
    onTable(next.table, target.rowCount);
  }
}
