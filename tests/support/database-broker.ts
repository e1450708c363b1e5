import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Database } from '#server/database/schema.ts';

/** The databases from which test databases are copied: only migrated, with the people of the demo company, or with all demo data. */
const templateKinds = ['none', 'people', 'demo'] as const;
export type TemplateKind = (typeof templateKinds)[number];

export interface Broker {
  /** Test files request databases here: `GET /none`, `GET /demo`; and give them back: `DELETE /<name>`. */
  address: string;
  close(): Promise<void>;
}

interface PostgresServer {
  adminUrl: string;
  /** The only connection that creates and drops databases, because signing in costs as much as dropping one. */
  admin: pg.Client;
  /** Settings of databases without the facts of the demo company, as SQL. */
  settingsOfSmall: string[];
  end(prefix: string): Promise<void>;
}

/**
 * Provides databases to the test files of one run. PostgreSQL starts with the first request, so that a run without databases does not
 * wait for it.
 */
export async function startBroker(): Promise<Broker> {
  const prefix = `adtest_${randomBytes(4).toString('hex')}`;
  let postgres: Promise<PostgresServer> | undefined;
  const templates = new Map<TemplateKind, Promise<string>>();

  const templateOf = (kind: TemplateKind): Promise<string> => {
    const known = templates.get(kind);
    if (known) return known;
    postgres ??= startPostgres();
    const made = makeTemplate(`${prefix}_template_${kind}`, kind);
    templates.set(kind, made);
    return made;
  };

  let last: Promise<unknown> = Promise.resolve();
  /** One after the other on the only connection of the administrator. */
  async function inTurn(text: string): Promise<PostgresServer> {
    const before = last;
    const done = (async () => {
      await before;
      const server = await (postgres as Promise<PostgresServer>);
      await server.admin.query(text);
      return server;
    })();
    last = done.catch(() => undefined);
    return await done;
  }

  async function makeTemplate(template: string, kind: TemplateKind): Promise<string> {
    const { adminUrl } = await inTurn(`create database ${template}`);
    await fillTemplate(withDatabase(adminUrl, template), kind);
    return template;
  }

  async function copyTemplate(kind: TemplateKind): Promise<string> {
    const template = await templateOf(kind);
    const name = `${prefix}_${randomBytes(6).toString('hex')}`;
    // Copying files is several times as fast as copying through the log, and nothing here is ever restored from the log.
    const { adminUrl, settingsOfSmall } = await inTurn(`create database ${name} template ${template} strategy file_copy`);
    if (kind !== 'demo') for (const setting of settingsOfSmall) await inTurn(`alter database ${name} set ${setting}`);
    return withDatabase(adminUrl, name);
  }

  /** Nobody waits for it. What cannot be dropped now goes at the end of the run. */
  async function dropInBackground(name: string): Promise<void> {
    if (name.startsWith(prefix)) await inTurn(`drop database if exists ${name} with (force)`).catch(() => undefined);
  }

  const server = createServer((request, response) => {
    const asked = request.url?.slice(1) ?? '';
    if (request.method === 'DELETE') {
      response.end();
      void dropInBackground(asked);
      return;
    }
    const kind = templateKinds.find((one) => asked === one);
    if (kind === undefined) {
      response.writeHead(404).end(`there is no template at /${asked}`);
      return;
    }
    copyTemplate(kind).then(
      (url) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  // A test that computes for long would otherwise send its next request into a connection that is just being closed.
  server.keepAliveTimeout = 0;
  const address = await listen(server);
  return {
    address,
    close: async () => {
      server.closeAllConnections();
      server.close();
      const running = await postgres;
      await last;
      await running?.admin.end();
      await running?.end(prefix);
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
  if (given) return { adminUrl: given, admin: await connect(given), settingsOfSmall: [], end: (prefix) => dropAll(given, prefix) };
  const { startEmbeddedPostgres } = await import('#server/database/embedded/embedded-postgres.ts');
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-test-'));
  const { url, stop } = await startEmbeddedPostgres({ dataDir, purpose: 'tests', fsync: false });
  const admin = await connect(url);
  await signInQuickly(admin);
  return {
    adminUrl: url,
    admin,
    // A statement is planned once per connection, and not anew for each of its first values: so few rows need no better plan.
    settingsOfSmall: ['plan_cache_mode = force_generic_plan'],
    end: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Signing in repeats a hash 4,096 times on both sides by default, which takes longer than the rest of opening a connection. */
async function signInQuickly(admin: pg.Client): Promise<void> {
  await admin.query('set scram_iterations = 1');
  await admin.query(`alter role current_user password ${admin.escapeLiteral(admin.password ?? '')}`);
}

async function fillTemplate(url: string, kind: TemplateKind): Promise<void> {
  const { connectDatabase } = await import('#server/database/connect.ts');
  const { migrateToLatest } = await import('#server/database/migrate.ts');
  const { db, close } = connectDatabase({ url, max: 2 });
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
    if (kind !== 'none') await cheapenPasswords(db);
  } finally {
    await close();
  }
}

/** Hashes the password that all people of the demo company have without its cost, because tests sign in thousands of times. */
async function cheapenPasswords(db: Kysely<Database>): Promise<void> {
  const { hash } = await import('@node-rs/argon2');
  const { DEMO_PASSWORD } = await import('#server/seed/demo.ts');
  const { digestOf } = await import('#server/domain/people/passwords.ts');
  const pwd_hash = await hash(digestOf(DEMO_PASSWORD), { memoryCost: 8, timeCost: 1, parallelism: 1 });
  await db.updateTable('sys_user').set({ pwd_hash }).execute();
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // A lost connection is told by the next statement.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

async function dropAll(adminUrl: string, prefix: string): Promise<void> {
  const admin = await connect(adminUrl);
  try {
    const { rows } = await admin.query<{ datname: string }>(`select datname from pg_database where datname like '${prefix}%'`);
    for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`);
  } finally {
    await admin.end();
  }
}
