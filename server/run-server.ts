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
import { DEMO_PASSWORD, demoUntil, seedDemo } from './seed/demo.ts';
import { demoSeeding } from './seed/demo-seeding.ts';
import { KeyFileProblem } from './vault-keys.ts';

/** Requests under way get this long to end. */
const REQUESTS_LIMIT_MS = 15_000;
/** Seconds without a sign of life after which a server in production ends, for its supervisor to start it again. */
const STUCK_CHECKS = 60;
/** A stop that takes longer is cut short. */
const STOP_LIMIT_MS = 60_000;
const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../dist');
const consoleDir = path.join(dist, 'console');
const contractsDir = path.join(dist, 'contracts');
const visualiserDir = path.join(dist, 'visualiser');
/** Beside the served folder, not in it: only those may read it whom the call lets. */
const catalogueFile = path.join(dist, 'contracts-data/catalogue.json');
const isBuilt = (folder: string) => existsSync(path.join(folder, 'index.html'));

const say = (text: string) => process.stderr.write(`▸ ${text}\n`);

/** A fault whose message is all the reader needs. */
class CannotStart extends Error {}

/** What must be undone at the end, last first. */
type Undo = () => Promise<unknown>;

interface Started {
  address: string;
  lines: string[];
  ended: Promise<void> | undefined;
}

async function start(config: ServerConfig, pagesBuilt: Promise<void>, undo: Undo[], isCatalogueToCome: boolean): Promise<Started> {
  await requireFreePort(config);
  const database = await openForServer(config, say);
  undo.push(() => database.stop());

  const prepared = prepare(database.directUrl, config).catch((error: NodeJS.ErrnoException) => {
    throw config.databaseUrl !== undefined && unreachable.has(error.code ?? '') ? noDatabase(error) : error;
  });
  const [vault] = await Promise.all([prepared, pagesBuilt]);
  let isClosing = false;
  const onIdleError = (error: Error) => {
    if (!isClosing) process.stderr.write(`✖ a database connection broke: ${error.message}\n`);
  };
  const { db, close } = connectDatabase({ url: database.url, max: 20, namedStatements: database.namedStatements, onIdleError });
  undo.push(() => {
    isClosing = true;
    return close();
  });

  const outside = openOutside({
    db,
    clock: systemClock,
    vault,
    filesFolder: config.filesDir,
    sandbox: config.sandbox,
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
  if (config.visualiser && !isBuilt(visualiserDir)) say('VISUALISER=1, but it is not built: npm run build');
  const app = await buildApp({
    db,
    jobs: scheduler,
    outside,
    config: config.app,
    logger: { level: config.logLevel },
    ...(isBuilt(consoleDir) ? { consoleDir } : {}),
    ...(isCatalogueToCome || isBuilt(contractsDir) ? { contractsDir } : {}),
    ...(config.visualiser && isBuilt(visualiserDir) ? { visualiserDir } : {}),
    catalogue: createCatalogueReader(catalogueFile),
  });
  undo.push(() => Promise.race([app.close(), sleep(REQUESTS_LIMIT_MS, undefined, { ref: false })]));
  const address = await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? portTaken(config) : error;
  });
  undo.push(startWatchdog({ endAfter: process.env['NODE_ENV'] === 'production' ? STUCK_CHECKS : 0 }));
  await scheduler.start();
  // Before the app: no new run begins while the last requests end.
  undo.push(() => scheduler.stop());
  return { address, lines: await signIns(db), ended: database.ended };
}

/** Nobody there; a wrong password, role or database; PostgreSQL is just starting or full. */
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

const noDatabase = (error: NodeJS.ErrnoException) =>
  new CannotStart(`The database that DATABASE_URL names cannot be used: ${error.message || (error.code ?? '')}`);

async function prepare(url: string, config: ServerConfig): Promise<Vault> {
  const { db, close } = connectDatabase({ url, max: 2, statementTimeout: 600_000 });
  try {
    const applied = await migrateToLatest(db);
    if (applied.length > 0) say(`brought the database up to date (${applied.length} steps)`);
    const vault = await openVault(db, config);
    if (config.seed === 'demo' && (await seedDemo(db, { ...demoSeeding(config, vault), asOf: demoUntil(systemClock.now()) })))
      say('filled in the demo company');
    return vault;
  } finally {
    await close();
  }
}

async function signIns(db: Connection['db']): Promise<string[]> {
  const people = await db.selectFrom('sys_user').select('account').where('deleted_at', 'is', null).orderBy('id').limit(3).execute();
  if (people.length === 0) return ['No account yet: npm run user:create -- --account <name> --name <name> --is-admin 9'];
  const names = people.map((person) => person.account);
  const isDemo = names[0] === 'super' && names[1] === 'admin' && names[2] === 'lead_a';
  if (!isDemo) return [];
  return [
    `Demo sign-ins, password ${DEMO_PASSWORD}:`,
    '  super   scheduled tasks (super admin)',
    '  admin   accounts, departments, roles (admin)',
    '  lead_a  a leader        opt_01  an optimizer        noaccess  no page at all',
  ];
}

const portTaken = ({ host, port }: ServerConfig) =>
  new CannotStart(`Port ${port} on ${host} is already in use. Stop the program that uses it, or choose another port: PORT=8081 npm start`);

/** Asked before anything is started, so that the answer comes at once. */
function requireFreePort(config: ServerConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(portTaken(config));
      else if (error.code === 'EACCES')
        reject(new ConfigError('PORT', `${config.port} may only be used by root; choose one from 1024 on.`));
      else reject(new ConfigError('HOST', `"${config.host}" cannot be listened on (${error.code ?? error.message}).`));
    });
    probe.listen(config.port, config.host, () => probe.close(() => resolve()));
  });
}

/** Faults of folders and files whose reader has to act, not to read a stack. */
const fileFaults: Readonly<Record<string, string>> = {
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
  const fault = fileFaults[code];
  if (fault !== undefined && at !== undefined) return `${at} cannot be used: ${fault}. DATA_DIR and FILES_DIR name other folders.`;
  return error.stack ?? error.message;
}

export interface RunServerOptions {
  /** Settles when the pages that are still being built are there; the database is prepared meanwhile. */
  pagesBuilt?: Promise<void>;
  /** Builds what nobody has to wait for, as soon as people can sign in. */
  completePages?: () => Promise<void>;
}

/** Runs the server until it is asked to end; prints where it listens, or why it cannot. */
export async function runServer({ pagesBuilt = Promise.resolve(), completePages }: RunServerOptions = {}): Promise<void> {
  const began = performance.now();
  const built = pagesBuilt.catch((error: unknown) => {
    throw new CannotStart(error instanceof Error ? error.message : String(error));
  });
  // The start awaits it later, and must not lose a failure that comes before.
  built.catch(() => undefined);
  // No build outlives the server that asked for it.
  const undo: Undo[] = [() => built.catch(() => undefined)];
  let stopping = false;
  const stop = async (code: number, reason?: string): Promise<never> => {
    // npm and the terminal both pass Ctrl+C on: the second one changes nothing.
    if (stopping) return await new Promise<never>(() => undefined);
    stopping = true;
    if (reason !== undefined) say(reason);
    const limit = setTimeout(() => process.exit(1), STOP_LIMIT_MS);
    limit.unref();
    for (const each of undo.reverse()) await each().catch((error: Error) => process.stderr.write(`✖ ${error.message}\n`));
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0, 'stopping'));
  try {
    const { address, lines, ended } = await start(readConfig(process.env), built, undo, completePages !== undefined);
    void ended?.then(() => stop(1, 'the database ended unexpectedly; postgres.log in the data folder says why'));
    const ready = `${address}   (ready in ${((performance.now() - began) / 1000).toFixed(1)} s, Ctrl+C stops)`;
    process.stdout.write(`\n${[ready, ...lines].map((line) => `  ${line}\n`).join('')}\n`);
    // The console works without them, so a failure is said and ends nothing.
    const completed = completePages?.().catch((error: Error) => process.stderr.write(`✖ ${error.message}\n`));
    undo.push(async () => await completed);
  } catch (error) {
    process.stderr.write(`✖ ${explain(error)}\n`);
    await stop(1);
  }
}
