import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

export interface ConnectOptions {
  /** `postgres://…` of PostgreSQL 15 or newer, or the folder of a unix socket in its `host` parameter. */
  url: string;
  /** Largest number of connections. */
  max?: number;
  /** In milliseconds; far below the client's timeout of 600 s. */
  statementTimeout?: number;
  /** Turn off behind a pooler that shares connections between transactions. */
  namedStatements?: boolean;
  /** Called for connections that break while idle; the pool replaces them. */
  onIdleError?: (error: Error) => void;
}

export interface Connection {
  db: Kysely<Database>;
  close(): Promise<void>;
}

/** Number of statements whose plans are cached per connection; others are planned each time. */
const MAX_NAMED_STATEMENTS = 300;

/**
 * Statements at least this long are planned for their actual values instead of being cached. A generic plan makes a report with many
 * filters thirty times slower, and planning costs little in comparison.
 */
const UNNAMED_FROM_LENGTH = 4_000;

/**
 * Reports compute dozens of sums at once. Compiling them takes several times longer than computing them, and they should be computed in
 * memory instead of being sorted on disk.
 */
export const SESSION_OPTIONS = '-c jit=off -c work_mem=32MB';

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    // Ids and counts stay below 2^53, so they are read as numbers.
    if (oid === pg.types.builtins.INT8 && format !== 'binary') return Number;
    // A date is read as `YYYY-MM-DD`, independent of the server's time zone.
    if (oid === pg.types.builtins.DATE && format !== 'binary') return String;
    return pg.types.getTypeParser(oid, format ?? 'text');
  },
} as pg.CustomTypesConfig;

/** Opens a pool; it connects on the first query. `close` waits for running queries. */
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
    // A pooler may reject options, and its address may contain others.
    ...(namedStatements ? { options: SESSION_OPTIONS } : {}),
  });
  pool.on('error', onIdleError);
  const names = new Map<string, string>();

  function statementName(text: string): string | undefined {
    if (text.length >= UNNAMED_FROM_LENGTH) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_NAMED_STATEMENTS) return known;
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    names.set(text, name);
    return name;
  }

  async function connect(): Promise<PostgresPoolClient> {
    const client = await pool.connect();
    // Set when a query failed without an answer from the server. The connection may still wait for that answer, so it is discarded.
    let broken: Error | undefined;
    // The pool only handles errors of idle connections; without this listener, one that breaks between two statements would end the
    // process.
    const recordBreak = (error: Error) => {
      broken ??= error;
    };
    client.on('error', recordBreak);
    return {
      // The dialect's cursor signature is not implemented, because nothing uses it.
      query: (async (text: string, values: readonly unknown[]) => {
        if (broken !== undefined) throw broken;
        // A text without parameters may contain several statements, which cannot be named.
        const name = namedStatements && values.length > 0 ? statementName(text) : undefined;
        try {
          return await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
        } catch (error) {
          if (error instanceof Error && !(error instanceof pg.DatabaseError)) broken = error;
          throw error;
        }
      }) as unknown as PostgresPoolClient['query'],
      release: () => {
        client.release(broken);
        if (broken === undefined) client.off('error', recordBreak);
      },
    };
  }

  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } }) });
  return { db, close: () => db.destroy() };
}
