import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { SandboxConfig } from '#server/channel/sandbox/config.ts';
import { type Connection, connectDatabase } from '#server/database/connect.ts';
import { createScheduler, type Scheduler } from '#server/domain/jobs/index.ts';
import { type AppOptions, buildApp } from '#server/http/build-app.ts';
import { createTestDatabase } from './database.ts';
import type { TemplateKind } from './database-broker.ts';
import { type TestOutside, testOutside } from './outside.ts';
import { type RunningClock, runningClock } from './running-clock.ts';
import { rememberPort, usualPort } from './usual-port.ts';

const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../dist');
export const consoleDir = path.join(dist, 'console');
export const contractsDir = path.join(dist, 'contracts');
/** The catalogue of the contracts, as the build wrote it. */
export const contractsDataFile = path.join(dist, 'contracts-data/catalogue.json');
export const visualiserDir = path.join(dist, 'visualiser');

export interface ConsoleServer {
  /** `http://127.0.0.1:<port>`, console and API. */
  url: string;
  readonly app: FastifyInstance;
  db: Connection['db'];
  databaseUrl: string;
  /** Used by every part of the server. It runs, and starts at the same instant on every day. */
  clock: RunningClock;
  /** The simulated channel and the folder of stored files. */
  outside: TestOutside;
  /** Closes the app and builds it again on the same database, at the same address. */
  rebuild(): Promise<void>;
  /** Waits until every request received so far is answered. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

export interface ConsoleServerOptions extends Partial<Omit<AppOptions, 'db' | 'clock' | 'consoleDir' | 'contractsDir' | 'jobs'>> {
  seed?: TemplateKind;
  /** False for tests of the API alone, which need no build. */
  withConsole?: boolean;
  /** Settings of the simulated channel that differ from the usual ones. */
  sandbox?: Partial<SandboxConfig>;
  /** A scheduler that runs beside the app, with its timer. */
  scheduler?: Omit<Parameters<typeof createScheduler>[0], 'db' | 'clock'>;
}

/** The real server on its own database and port, with the built console. */
export async function startConsoleServer(options: ConsoleServerOptions = {}): Promise<ConsoleServer> {
  const { seed = 'demo', withConsole = true, scheduler: schedulerOptions, sandbox = {}, ...appOptions } = options;
  const database = await createTestDatabase({ seed });
  // As many connections as the real server, because browsers send several requests at once.
  const { db, close } = connectDatabase({ url: database.url, max: 10 });
  const clock = runningClock();
  const scheduler: Scheduler | undefined = schedulerOptions && createScheduler({ ...schedulerOptions, db, clock });
  let running = 0;
  const outside = testOutside({ db, clock, sandbox });
  const build = async () => {
    const built = await buildApp({
      outside,
      ...appOptions,
      db,
      clock,
      ...(withConsole ? { consoleDir, contractsDir } : {}),
      ...(scheduler ? { jobs: scheduler } : {}),
    });
    built.server.on('request', (_, response) => {
      running += 1;
      response.once('close', () => {
        running -= 1;
      });
    });
    return built;
  };
  let app = await build();
  const url = await app.listen({ port: await usualPort('console'), host: '127.0.0.1' });
  rememberPort('console', url);
  await scheduler?.start();
  return {
    url,
    get app() {
      return app;
    },
    db,
    databaseUrl: database.url,
    clock,
    outside,
    rebuild: async () => {
      await app.close();
      app = await build();
      await app.listen({ port: Number(new URL(url).port), host: '127.0.0.1' });
    },
    quiet: async () => {
      // Once this request is answered, every earlier one has been counted.
      do {
        await (await fetch(`${url}/healthz`)).text();
      } while (running > 0);
    },
    close: async () => {
      await scheduler?.stop();
      const closed = app.close();
      // Browsers keep connections on which they have not asked anything yet, for which it would wait.
      app.server.closeAllConnections();
      await closed;
      await close();
      await database.close();
      outside.close();
    },
  };
}
