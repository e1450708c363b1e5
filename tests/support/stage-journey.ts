import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, type RunnerTestCase } from 'vitest';
import { COVERAGE_PARTS_FOLDER, writePart } from '#visualiser/coverage/parts.ts';
import { type Answer, DEMO_PASSWORD, md5, type TestApp } from './app.ts';
import { sharedBrowser } from './browser.ts';
import { closeVisits, createProfiles, type Profiles } from './browser-profiles.ts';
import { type ConsoleServer, type ConsoleServerOptions, startConsoleServer, visualiserDir } from './console-server.ts';
import { type Heard, reachedInPages, watchMachines } from './covered-visit.ts';
import { deep } from './depth.ts';
import { peopleFixtures } from './people.ts';
import { type VisitOptions, type Visitor, visit } from './visitor.ts';

export interface JourneyStage {
  server: () => ConsoleServer;
  browser: () => Browser;
  /** Opens a page as a new visitor; all visitors leave after each test. */
  visitor: (options?: VisitOptions) => Promise<Visitor>;
  /** A new visitor who has logged in as a demo account or a created one, and has no page open yet. */
  signedIn: (account: string, options?: VisitOptions) => Promise<Visitor>;
  /** The same with a path open. */
  visitorAs: (account: string, path: string, options?: VisitOptions) => Promise<Visitor>;
  /** Calls the server directly as a demo account, to prepare or check data. Throws when the call is refused. */
  as: TestApp['as'];
  /** Finds and creates people, as the administrator. */
  people: ReturnType<typeof peopleFixtures>;
}

interface JourneyStageOptions extends ConsoleServerOptions {
  /** Whether the machines of its visitors' pages are recorded for the coverage report (npm run machines:coverage): always or in deep runs. */
  covered?: 'always' | 'deep';
}

const root = path.resolve(import.meta.dirname, '../..');

/** Of the file that runs now. */
let hear: ((heard: readonly Heard[]) => void) | undefined;
/** Profiles outlive the file that made them, so they tell whichever runs. */
const watched = { name: 'watched machines', prepare: (context: BrowserContext) => watchMachines(context, (heard) => hear?.(heard)) };

/** The real server with the demo company for all tests of a file, and the browser of this process. */
export function journeyStage({ covered: when, ...given }: JourneyStageOptions = {}): JourneyStage {
  const covered = when === 'always' || (when === 'deep' && deep(false, true));
  const options = covered ? { visualiserDir, ...given } : given;
  const reached = covered ? reachedInPages() : undefined;
  let server: ConsoleServer | undefined;
  let browser: Browser | undefined;
  let profiles: Profiles | undefined;
  let visitors: Visitor[] = [];
  const present = <Thing>(thing: Thing | undefined): Thing => {
    if (thing === undefined) throw new Error('the stage is not set up yet');
    return thing;
  };

  let lastSession = 0;

  const forgetWork = async () => {
    const { db } = present(server);
    for (const table of ['workspace', 'draft', 'user_pref'] as const) await db.deleteFrom(table).execute();
    const { id } = await db
      .selectFrom('sys_session')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    lastSession = Number(id ?? 0);
  };
  /** A closing browser still sends its saved state, sometimes after the next test has begun, so that is refused. */
  const endSessions = async () => {
    const { db, clock } = present(server);
    await db.updateTable('sys_session').set({ revoked_at: clock.now() }).where('id', '>', lastSession).execute();
  };

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startConsoleServer({
        ...options,
        config: { ...options.config, limits: { callsPerSecond: 1000, loginsPerAddressPerMinute: 1000, ...options.config?.limits } },
      }),
      sharedBrowser(),
    ]);
    const { url, clock } = server;
    hear = reached?.hear;
    profiles = createProfiles(browser, url, { clock, preparation: reached && watched });
  });
  /** Adds what the pages are busy with to the error of a failed test, because a report shows nothing else of it. */
  const explainFailure = async ({ result }: Readonly<RunnerTestCase>) => {
    const error = result?.state === 'fail' ? result.errors?.at(-1) : undefined;
    if (!error) return;
    const states = await Promise.all(visitors.map((one) => one.state()));
    error.stack = [error.stack ?? error.message, ...states.map((state) => `  open page: ${state}`)].join('\n');
  };

  // The demo accounts are shared by all tests, so each attempt starts without the open tabs, drafts and settings of another one.
  beforeEach(forgetWork);
  afterEach(async ({ task }) => {
    await explainFailure(task);
    await Promise.all(visitors.map((one) => one.leave()));
    visitors = [];
    await endSessions();
    await server?.quiet();
  });
  afterAll(async () => {
    if (browser) await closeVisits(browser);
    await server?.close();
    if (!reached) return;
    const file = path.relative(root, expect.getState().testPath ?? '').replaceAll(path.sep, '/');
    writePart(path.join(root, COVERAGE_PARTS_FOLDER), { file, sightings: reached.sightings() });
  });

  const ask = async (path: string, body: unknown, token?: string): Promise<Answer> => {
    const response = await fetch(`${present(server).url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    const envelope = (await response.json()) as Answer;
    return { ...envelope, status: response.status, headers: {}, reason: envelope.data?.reason as string | undefined };
  };
  const signIn = async (account: string) => {
    const { data, message } = await ask('/login', { account, pwd: md5(DEMO_PASSWORD) });
    if (!data?.token) throw new Error(`${account} could not sign in: ${message}`);
    return String(data.token);
  };

  const visitor: JourneyStage['visitor'] = async (visitOptions) => {
    const one = await visit(present(browser), visitOptions?.url ?? present(server).url, {
      clock: present(server).clock,
      ...(reached && { onReached: reached.hear }),
      ...(profiles && visitOptions?.url === undefined && { profiles }),
      ...visitOptions,
    });
    visitors.push(one);
    return one;
  };
  const signedIn: JourneyStage['signedIn'] = async (account, visitOptions) => visitor({ ...visitOptions, token: await signIn(account) });
  const as: TestApp['as'] = async (account, path, body) => {
    const answer = await ask(path, body, await signIn(account));
    if (answer.code !== 0) throw new Error(`${path} as ${account}: ${answer.message} ${JSON.stringify(answer.data)}`);
    return answer as never;
  };

  return {
    server: () => present(server),
    browser: () => present(browser),
    visitor,
    signedIn,
    visitorAs: async (account, path, visitOptions) => {
      const one = await signedIn(account, visitOptions);
      await one.open(path);
      return one;
    },
    as,
    people: peopleFixtures(() => ({ db: present(server).db, as, clock: present(server).clock })),
  };
}
