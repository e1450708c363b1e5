import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { Envelope } from '#contracts/endpoints/envelope.ts';
import type { ApiPath, EndpointAt } from '#contracts/endpoints/index.ts';
import type { Channels } from '#server/channel/ad-platform.ts';
import { type AppOptions, buildApp } from '#server/http/build-app.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import type { TemplateKind } from './database-broker.ts';
import { type TestOutside, testOutside } from './outside.ts';
import { type RememberedRows, rememberRows } from './remember-rows.ts';
import { TEST_START } from './running-clock.ts';

/** Password of every demo account. */
export const DEMO_PASSWORD = 'Demo@2026';

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** A clock that moves only when told to. */
export class TestClock {
  #now: number;

  constructor(start = TEST_START) {
    this.#now = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#now);
  }

  returnTo(at: Date): void {
    this.#now = at.getTime();
  }

  forward(by: { ms?: number; minutes?: number; hours?: number; days?: number }): void {
    const { ms = 0, minutes = 0, hours = 0, days = 0 } = by;
    this.#now += ms + 60_000 * (minutes + 60 * (hours + 24 * days));
  }
}

/** How long a bulk call waits for its batch: long enough for the slowest machine, so that the answer never depends on speed. */
const PATIENCE_MS = 60_000;

/** An answer as the console reads it. */
export interface Answer<Data = unknown> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  code: number;
  message: string;
  data: Data & Record<string, unknown>;
  reason: string | undefined;
}

export interface SendOptions {
  token?: string | undefined;
  /** Address of the client. */
  from?: string;
  language?: string;
  headers?: Record<string, string>;
}

export interface TestApp extends TestDatabase {
  app: FastifyInstance;
  clock: TestClock;
  /** The channels, the vault and the folder of stored files. */
  outside: TestOutside;
  /** Remembers all rows, the time and who has signed in; the returned function brings them back once the batches are settled. */
  remember(): Promise<() => Promise<void>>;
  /** Makes a call with a typed body. */
  call<P extends ApiPath>(path: P, body: RequestOf<EndpointAt[P]>, options?: SendOptions): Promise<Answer<ReplyOf<EndpointAt[P]>>>;
  /** Makes a call with any body. */
  send(path: string, body: unknown, options?: SendOptions): Promise<Answer>;
  /** Signs in and returns the token, which is remembered per account. */
  signIn(account: string, password?: string): Promise<string>;
  /** Makes a call as a demo account. */
  as<P extends ApiPath>(
    account: string,
    path: P,
    body: RequestOf<EndpointAt[P]>,
    options?: SendOptions,
  ): Promise<Answer<ReplyOf<EndpointAt[P]>>>;
}

/**
 * The server on its own database with the people of the demo company. Calls per second are unlimited unless a limit is given, and every
 * answer is checked against its endpoint.
 */
export async function createTestApp({
  channels,
  siteSecrets,
  seed = 'people',
  ...options
}: Partial<Omit<AppOptions, 'db' | 'clock'>> & {
  /** Used instead of the simulated channel. */
  channels?: Channels;
  /** With them, sites push instead of being simulated. */
  siteSecrets?: readonly string[];
  /** The initial content of the database. */
  seed?: TemplateKind;
} = {}): Promise<TestApp> {
  const database = await createTestDatabase({ seed });
  const clock = new TestClock();
  const config = { verifyReplies: true, ...options.config };
  const simulated = options.outside ?? testOutside({ db: database.db, clock, ...(siteSecrets && { siteSecrets }) });
  const outside = channels === undefined ? simulated : { ...simulated, channels };
  const app = await buildApp({
    ...options,
    batches: { waitMs: PATIENCE_MS, ...options.batches },
    outside,
    db: database.db,
    clock,
    config: { ...config, limits: { callsPerSecond: 1_000_000, loginsPerAddressPerMinute: 1_000_000, ...config.limits } },
  });
  const tokens = new Map<string, string>();

  async function send(path: string, body: unknown, { token, from, language, headers }: SendOptions = {}): Promise<Answer> {
    const method = path === '/sys-users/get_user_info' ? 'GET' : 'POST';
    const response = await app.inject({
      method,
      url: `/api${path}`,
      ...(from === undefined ? {} : { remoteAddress: from }),
      headers: {
        ...(method === 'POST' && body !== undefined ? { 'content-type': 'application/json' } : {}),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(language === undefined ? {} : { 'accept-language': language }),
        ...headers,
      },
      ...(method === 'POST' && body !== undefined ? { payload: JSON.stringify(body) } : {}),
    });
    const isEnvelope = String(response.headers['content-type']).includes('json');
    const envelope = isEnvelope ? response.json<Envelope<Record<string, unknown>>>() : { code: 0, message: '', data: {} };
    return {
      status: response.statusCode,
      headers: response.headers,
      ...envelope,
      reason: envelope.data?.reason as string | undefined,
    };
  }

  async function signIn(account: string, password = DEMO_PASSWORD): Promise<string> {
    const known = tokens.get(account);
    if (known !== undefined && password === DEMO_PASSWORD) return known;
    const answer = await send('/login', { account, pwd: md5(password) });
    if (answer.code !== 0) throw new Error(`${account} could not sign in: ${answer.reason}`);
    const token = String(answer.data.token);
    tokens.set(account, token);
    return token;
  }

  let remembered: RememberedRows | undefined;
  async function remember(): Promise<() => Promise<void>> {
    const { bringBack } = (remembered = await rememberRows(database.db));
    const at = clock.now();
    const signedIn = [...tokens];
    return async () => {
      await app.batches.settled();
      await bringBack();
      clock.returnTo(at);
      tokens.clear();
      for (const [account, token] of signedIn) tokens.set(account, token);
    };
  }

  return {
    ...database,
    app,
    remember,
    clock,
    outside: outside as TestOutside,
    send,
    signIn,
    call: (path, body, given) => send(path, body, given) as never,
    as: async (account, path, body, given) => (await send(path, body, { ...given, token: await signIn(account) })) as never,
    close: async () => {
      await app.close();
      if ('close' in outside) (outside as TestOutside).close();
      remembered?.forget();
      await database.close();
    },
  };
}
