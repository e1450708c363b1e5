import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';

/** The databases from which test databases are copied: only migrated, with the people of the demo company, or with all demo data. */
/** Only migrated; with the people of the demo company; with all it has. */
const templateKinds = ['none', 'people', 'demo'] as const;
export type TemplateKind = (typeof templateKinds)[number];

export interface Template {
  /** Address of the server, with a database to connect to while others are created. */
  adminUrl: string;
  /** Name of the database to copy. */
  template: string;
  /** Prefix of the names of this run's databases. */
  prefix: string;
}

export interface Broker {
  /** Test files request databases here: `GET /none`, `GET /demo`. */
  address: string;
  close(): Promise<void>;
}

interface PostgresServer {
  adminUrl: string;
  end(prefix: string): Promise<void>;
}

/**
 * Provides template databases to the test files of one run. PostgreSQL starts with the first request, so that a run without databases
 * does not wait for it.
 */
export async function startBroker(): Promise<Broker> {
  const prefix = `adtest_${randomBytes(4).toString('hex')}`;
  let postgres: Promise<PostgresServer> | undefined;
  const templates = new Map<TemplateKind, Promise<Template>>();

  const templateOf = (kind: TemplateKind): Promise<Template> => {
    const known = templates.get(kind);
    if (known) return known;
    postgres ??= startPostgres();
    const made = postgres.then(({ adminUrl }) => makeTemplate(adminUrl, prefix, kind));
    templates.set(kind, made);
    return made;
  };

  const server = createServer((request, response) => {
    const kind = templateKinds.find((one) => request.url === `/${one}`);
    if (kind === undefined) {
      response.writeHead(404).end(`there is no template at ${request.url}`);
      return;
    }
    templateOf(kind).then(
      (template) => response.end(JSON.stringify(template)),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  const address = await listen(server);
  return {
    address,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await (await postgres)?.end(prefix);
    },
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
    });
  });
}

async function startPostgres(): Promise<PostgresServer> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { adminUrl: given, end: (prefix) => dropAll(given, prefix) };
  const { startEmbeddedPostgres } = await import('#server/database/embedded/embedded-postgres.ts');
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-test-'));
  const { url, stop } = await startEmbeddedPostgres({ dataDir, purpose: 'tests', fsync: false });
  return {
    adminUrl: url,
    end: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function makeTemplate(adminUrl: string, prefix: string, kind: TemplateKind): Promise<Template> {
  const template = `${prefix}_template_${kind}`;
  await onServer(adminUrl, `create database ${template}`);
  const { connectDatabase } = await import('#server/database/connect.ts');
  const { migrateToLatest } = await import('#server/database/migrate.ts');
  const { db, close } = connectDatabase({ url: withDatabase(adminUrl, template), max: 2 });
  try {
    await migrateToLatest(db);
    if (kind === 'people') {
      const { seedDemoPeople } = await import('#server/seed/demo.ts');
      await seedDemoPeople(db);
    }
    if (kind === 'demo') {
      const { seedDemo } = await import('#server/seed/demo.ts');
      const { createVault } = await import('#server/domain/vault.ts');
      const { TEST_KEY } = await import('./test-key.ts');
      await seedDemo(db, { vault: createVault([{ id: 'tests', key: TEST_KEY }]), sandboxSeed: '20261120', store: null, isAtRest: true });
      // Every row was written several times; vacuuming makes the copies smaller.
      await sql`vacuum (full) insight_daily, biz_order`.execute(db);
    }
  } finally {
    await close();
  }
  return { adminUrl, template, prefix };
}

export async function onServer(adminUrl: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

async function dropAll(adminUrl: string, prefix: string): Promise<void> {
  const { rows } = (await onServer(adminUrl, `select datname from pg_database where datname like '${prefix}%'`)) as {
    rows: { datname: string }[];
  };
  for (const { datname } of rows) await onServer(adminUrl, `drop database if exists ${datname} with (force)`);
}
