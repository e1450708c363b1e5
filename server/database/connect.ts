import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

export interface ConnectOptions {
  /** `postgres://…` of a PostgreSQL >= 15, or the folder of a unix socket in its `host` parameter. */
  url: string;
  /** Connections held at most. */
  max?: number;
  /** Milliseconds; far below the client's 600 s. */
  statementTimeout?: number;
  /** Switch off behind a pooler that shares connections between transactions. */
  namedStatements?: boolean;
  /** Told about connections that broke while idle; the pool replaces them. */
  onIdleError?: (error: Error) => void;
}

export interface Connection {
  db: Kysely<Database>;
  close(): Promise<void>;
}

/** Plans kept per connection; texts beyond that are planned each time. */
const NAMED_MAX = 300;

/**
 * Letters of a statement from which on it is planned for the very values it is asked with: one that narrows by many things, such as a
 * report, takes thirty times as long by a plan for any values, and its planning is little beside it.
 */
const PLANNED_ANEW = 4_000;

/**
 * Reports ask for dozens of sums at once: compiling them takes several times as long as adding them up, and they are added up in
 * memory rather than sorted on disk.
 */
export const SETTINGS = '-c jit=off -c work_mem=32MB';

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    // Identities and counts stay below 2^53, so they travel as JSON numbers.
    if (oid === pg.types.builtins.INT8 && format !== 'binary') return Number;
    // A calendar date is no instant: `YYYY-MM-DD`, whatever the time zone of the server.
    if (oid === pg.types.builtins.DATE && format !== 'binary') return String;
    return pg.types.getTypeParser(oid, format ?? 'text');
  },
} as pg.CustomTypesConfig;

/** Opens a pool; nothing is sent before the first query. `close` waits for queries under way. */
export function connectDatabase({
  url,
  max = 10,
  statementTimeout = 60_000,
  namedStatements = true,
  onIdleError = () => {},
}: ConnectOptions): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeout,
    query_timeout: statementTimeout + 5_000,
    application_name: 'ad-delivery-system',
    // A pooler between may refuse options; the address may have others.
    ...(namedStatements ? { options: SETTINGS } : {}),
  });
  pool.on('error', onIdleError);
  const names = new Map<string, string>();

  function nameOf(text: string): string | undefined {
    if (text.length >= PLANNED_ANEW) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= NAMED_MAX) return known;
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    names.set(text, name);
    return name;
  }

  async function connect(): Promise<PostgresPoolClient> {
    const client = await pool.connect();
    // A failure that the server did not answer with: the connection may still wait for its answer, so it is used no more.
    let broken: Error | undefined;
    // The pool listens to idle connections alone; one that ends between two statements would end the process otherwise.
    const noteBreak = (error: Error) => {
      broken ??= error;
    };
    client.on('error', noteBreak);
    return {
      // The dialect also offers cursors, which nothing here uses.
      query: (async (text: string, values: readonly unknown[]) => {
        if (broken !== undefined) throw broken;
        // Without parameters it may be several statements, which cannot be named.
        const name = namedStatements && values.length > 0 ? nameOf(text) : undefined;
        try {
          return await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
        } catch (error) {
          if (error instanceof Error && !(error instanceof pg.DatabaseError)) broken = error;
          throw error;
        }
      }) as unknown as PostgresPoolClient['query'],
      release: () => {
        client.release(broken);
        if (broken === undefined) client.off('error', noteBreak);
      },
    };
  }

  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } }) });
  return { db, close: () => db.destroy() };
}
