import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig, type ServerConfig } from './config.ts';
import { type Connection, connectDatabase } from './database/connect.ts';
import { DatabaseProblem } from './database/embedded/problem.ts';
import { migrateToLatest } from './database/migrate.ts';
import { systemClock } from './domain/clock.ts';
import { createScheduler } from './domain/jobs/index.ts';
import { createStandardJobs } from './domain/jobs/wire.ts';
import { type Vault, VaultProblem } from './domain/vault.ts';
import { areaJobs } from './http/area-jobs.ts';
import { batchTypes } from './http/batch-types.ts';
import { buildApp } from './http/build-app.ts';
import { createCatalogueReader } from './http/catalogue-file.ts';
import { startWatchdog } from './http/watchdog.ts';
import { openForServer } from './open-database.ts';
import { openVault } from './open-vault.ts';
import { openOutside } from './outside.ts';
import { DEMO_PASSWORD, demoEndHour, seedDemo } from './seed/demo.ts';
import { createDemoSeeding } from './seed/demo-seeding.ts';
import { KeyFileProblem } from './vault-keys.ts';

/** How long running requests may take to finish at a stop. */
const REQUESTS_LIMIT_MS = 15_000;
/** Seconds without a heartbeat after which a production server exits, so that its supervisor restarts it. */
const STUCK_CHECKS = 60;
/** A stop that takes longer is forced. */
const STOP_LIMIT_MS = 60_000;
const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../dist');
const consoleDir = path.join(dist, 'console');
const contractsDir = path.join(dist, 'contracts');
const visualiserDir = path.join(dist, 'visualiser');
/** Outside of the served folder, because only permitted users may read it through its call. */
const catalogueFile = path.join(dist, 'contracts-data/catalogue.json');
const isBuilt = (folder: string) => existsSync(path.join(folder, 'index.html'));

const log = (text: string) => process.stderr.write(`▸ ${text}\n`);

/** An error whose message tells all the reader needs, without a stack. */
class CannotStart extends Error {}

/** Work to be done at the end, in reverse order. */
type Cleanup = () => Promise<unknown>;

interface Started {
  address: string;
  lines: string[];
  ended: Promise<void> | undefined;
}

async function start(config: ServerConfig, pagesBuilt: Promise<void>, cleanups: Cleanup[], willBuildCatalogue: boolean): Promise<Started> {
  await requireFreePort(config);
  const database = await openForServer(config, log);
  cleanups.push(() => database.stop());

  const prepared = prepareDatabase(database.directUrl, config).catch((error: NodeJS.ErrnoException) => {
    throw config.databaseUrl !== undefined && unreachable.has(error.code ?? '') ? createDatabaseError(error) : error;
  });
  const [vault] = await Promise.all([prepared, pagesBuilt]);
  let isClosing = false;
  const onIdleError = (error: Error) => {
    if (!isClosing) process.stderr.write(`✖ a database connection broke: ${error.message}\n`);
  };
  const { db, close } = connectDatabase({ url: database.url, max: 20, namedStatements: database.namedStatements, onIdleError });
  cleanups.push(() => {
    isClosing = true;
    return close();
  });

  if (config.meta !== undefined) {
    log(`connected with Meta, ${config.meta.version}`);
    if (config.siteSecrets.length === 0) log('SITES_SECRET is not set, so orders, visits and exchange rates are simulated: docs/sites.md');
  }
  const outside = openOutside({
    db,
    clock: systemClock,
    vault,
    filesFolder: config.filesDir,
    sandbox: config.sandbox,
    meta: config.meta,
    siteSecrets: config.siteSecrets,
    note: log,
    webhooksToPrivate: config.webhooksToPrivate,
    publicUrl: config.publicUrl,
  });
  const scheduler = createScheduler({
    db,
    clock: systemClock,
    jobs: createStandardJobs({
      databaseUrl: database.directUrl,
      backupFolder: path.join(config.dataDir, 'backups'),
      batchTypes,
      areaJobs: [...areaJobs, ...(outside.jobs ?? [])],
    }),
    outside,
    instance: `${os.hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`,
    onError: (error) => process.stderr.write(`✖ scheduled tasks: ${error instanceof Error ? error.message : String(error)}\n`),
  });
  if (config.visualiser && !isBuilt(visualiserDir)) log('VISUALISER=1, but it is not built: npm run build');
  const app = await buildApp({
    db,
    jobs: scheduler,
    outside,
    config: config.app,
    logger: { level: config.logLevel },
    ...(isBuilt(consoleDir) ? { consoleDir } : {}),
    ...(willBuildCatalogue || isBuilt(contractsDir) ? { contractsDir } : {}),
    ...(config.visualiser && isBuilt(visualiserDir) ? { visualiserDir } : {}),
    catalogue: createCatalogueReader(catalogueFile),
  });
  cleanups.push(() => Promise.race([app.close(), sleep(REQUESTS_LIMIT_MS, undefined, { ref: false })]));
  const address = await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? createPortError(config) : error;
  });
  cleanups.push(startWatchdog({ endAfter: process.env['NODE_ENV'] === 'production' ? STUCK_CHECKS : 0 }));
  await scheduler.start();
  // Stopped before the app, so that no new run begins while the last requests finish.
  cleanups.push(() => scheduler.stop());
  return { address, lines: await describeSignIns(db), ended: database.ended };
}

/** Error codes of an unreachable host, of wrong credentials or names, and of a PostgreSQL that is starting or full. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '28P01',
  '28000',
  '3D000',
  '57P03',
  '53300',
]);

const createDatabaseError = (error: NodeJS.ErrnoException) =>
  new CannotStart(`The database that DATABASE_URL names cannot be used: ${error.message || (error.code ?? '')}`);

async function prepareDatabase(url: string, config: ServerConfig): Promise<Vault> {
  const { db, close } = connectDatabase({ url, max: 2, statementTimeout: 600_000 });
  try {
    const applied = await migrateToLatest(db);
    if (applied.length > 0) log(`brought the database up to date (${applied.length} steps)`);
    const vault = await openVault(db, config);
    if (config.seed === 'demo' && (await seedDemo(db, { ...createDemoSeeding(config, vault), asOf: demoEndHour(systemClock.now()) })))
      log('filled in the demo company');
    return vault;
  } finally {
    await close();
  }
}

async function describeSignIns(db: Connection['db']): Promise<string[]> {
  const users = await db.selectFrom('sys_user').select('account').where('deleted_at', 'is', null).orderBy('id').limit(3).execute();
  if (users.length === 0) return ['No account yet: npm run user:create -- --account <name> --name <name> --is-admin 9'];
  const names = users.map((person) => person.account);
  const isDemo = names[0] === 'super' && names[1] === 'admin' && names[2] === 'lead_a';
  if (!isDemo) return [];
  return [
    `Demo sign-ins, password ${DEMO_PASSWORD}:`,
    '  super   the whole company: home, orders, ads, scheduled tasks (super admin)',
    '  admin   accounts, departments, roles (admin)',
    '  lead_a  a leader        opt_01  an optimizer        noaccess  no page at all',
  ];
}

const createPortError = ({ host, port }: ServerConfig) =>
  new CannotStart(`Port ${port} on ${host} is already in use. Stop the program that uses it, or choose another port: PORT=8081 npm start`);

/** Checked before anything starts, so that the message appears at once. */
function requireFreePort(config: ServerConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(createPortError(config));
      else if (error.code === 'EACCES')
        reject(new ConfigError('PORT', `${config.port} may only be used by root; choose one from 1024 on.`));
      else reject(new ConfigError('HOST', `"${config.host}" cannot be listened on (${error.code ?? error.message}).`));
    });
    probe.listen(config.port, config.host, () => probe.close(() => resolve()));
  });
}

/** Explanations of file errors that the reader has to fix. */
const fileProblems: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it can only be read',
  EEXIST: 'a file of that name stands there',
  ENOTDIR: 'a part of it is no folder',
  ENOSPC: 'no space is left',
};

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPlain = [ConfigError, CannotStart, DatabaseProblem, VaultProblem, KeyFileProblem].some((known) => error instanceof known);
  if (isPlain) return error.message;
  const { code = '', path: at } = error as NodeJS.ErrnoException;
  const fault = fileProblems[code];
  if (fault !== undefined && at !== undefined) return `${at} cannot be used: ${fault}. DATA_DIR and FILES_DIR name other folders.`;
  return error.stack ?? error.message;
}

export interface RunServerOptions {
  /** Settles once the pages are built; the database is prepared meanwhile. */
  pagesBuilt?: Promise<void>;
  /** Builds the remaining pages after users can already sign in. */
  completePages?: () => Promise<void>;
}

/** Runs the server until it is stopped; prints its address, or why it cannot start. */
export async function runServer({ pagesBuilt = Promise.resolve(), completePages }: RunServerOptions = {}): Promise<void> {
  const startedAt = performance.now();
  const built = pagesBuilt.catch((error: unknown) => {
    throw new CannotStart(error instanceof Error ? error.message : String(error));
  });
  // The start awaits this later; handling it here prevents an unhandled rejection.
  built.catch(() => undefined);
  // Waits for the build, so that it does not outlive the server.
  const undo: Cleanup[] = [() => built.catch(() => undefined)];
  let stopping = false;
  const stop = async (code: number, reason?: string): Promise<never> => {
    // npm and the terminal both forward Ctrl+C; the second signal is ignored.
    if (stopping) return await new Promise<never>(() => undefined);
    stopping = true;
    if (reason !== undefined) log(reason);
    const limit = setTimeout(() => process.exit(1), STOP_LIMIT_MS);
    limit.unref();
    for (const each of undo.reverse()) await each().catch((error: Error) => process.stderr.write(`✖ ${error.message}\n`));
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0, 'stopping'));
  try {
    const { address, lines, ended } = await start(readConfig(process.env), built, undo, completePages !== undefined);
    void ended?.then(() => stop(1, 'the database ended unexpectedly; postgres.log in the data folder says why'));
    const ready = `${address}   (ready in ${((performance.now() - startedAt) / 1000).toFixed(1)} s, Ctrl+C stops)`;
    process.stdout.write(`\n${[ready, ...lines].map((line) => `  ${line}\n`).join('')}\n`);
    // The console works without these pages, so a failure is printed and does not stop the server.
    const completed = completePages?.().catch((error: Error) => process.stderr.write(`✖ ${error.message}\n`));
    undo.push(async () => await completed);
  } catch (error) {
    process.stderr.write(`✖ ${explain(error)}\n`);
    await stop(1);
  }
}
