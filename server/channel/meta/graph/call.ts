import { createHmac } from 'node:crypto';
import { AdPlatformError } from '../../ad-platform.ts';
import type { MetaConfig } from '../config.ts';
import { type Answer, asAnswer, isAnswer, optionalAnswer } from './answer.ts';
import { isTooMuchData, noAnswer, notSent, parseJson, toAdPlatformError } from './errors.ts';
import { type FilePart, type Parameters, toFields, toMultipart } from './form.ts';
import { Pacer, quotaOfPage, readUsage, TIER_LIMITS } from './usage.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

export interface GraphRequest {
  readonly method: Method;
  /** Without the version, such as /act_1/campaigns. */
  readonly path: string;
  /** Null for calls in the name of the app itself. */
  readonly token: string | null;
  /** For calls that prove the app by their parameters. */
  readonly isAnonymous?: boolean;
  readonly parameters?: Parameters;
  readonly file?: FilePart;
  /** The ad account whose quota the call uses. */
  readonly account?: string;
  /** The page whose quota the call uses. */
  readonly page?: string;
  readonly host?: 'graph' | 'video';
  readonly limitMs?: number;
  /** A read that a person does not wait for. */
  readonly isBackground?: boolean;
  /** A POST that changes nothing, such as ordering a report. */
  readonly isRead?: boolean;
  /** Must not be repeated although it only reads, because it works once. */
  readonly isOnce?: boolean;
}

export interface Graph {
  readonly config: MetaConfig;
  readonly pacer: Pacer;
  /** What the network said about the end of the version in use; null when it said nothing so far. */
  versionWarning(): string | null;
  now(): Date;
  sleep(ms: number): Promise<unknown>;
  call(request: GraphRequest): Promise<Answer>;
}

export interface GraphOptions {
  readonly config: MetaConfig;
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly fetch?: typeof fetch;
  /** Spreads retries of several servers; 0 to 1. */
  readonly random?: () => number;
  /** Takes notes for the log: ids of failed calls and warnings about the version, never an address or a token. */
  readonly note?: (text: string) => void;
}

const quotaOf = ({ account, page }: GraphRequest): string | null => account ?? (page === undefined ? null : quotaOfPage(page));

const READ_LIMIT_MS = 60_000;
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
const VERSION_ENDED = 2635;
/** Waits before a read is tried again. */
const RETRY_WAITS_MS = [1_000, 4_000];

/** Faults of a connection that prove that no byte of the request was sent. */
const NOT_SENT_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

function* causesOf(error: unknown): Generator<object> {
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = 'cause' in cause ? cause.cause : null) yield cause;
}

const wasNotSent = (error: unknown): boolean =>
  [...causesOf(error)].some((cause) => 'code' in cause && typeof cause.code === 'string' && NOT_SENT_CODES.has(cause.code));

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.length;
    if (size > MAX_ANSWER_BYTES) throw new Error('the answer is too large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export const proofOf = (token: string, appSecret: string): string => createHmac('sha256', appSecret).update(token).digest('hex');

/** Creates the one place that talks to the network: addresses, proofs, time limits, quotas and errors. */
export function createGraph(options: GraphOptions): Graph {
  const { config, now, sleep, random = Math.random, note = () => undefined } = options;
  const send = options.fetch ?? fetch;
  const pacer = new Pacer(now);
  const lines = new Map<string, Promise<unknown>>();
  let versionWarning: string | null = null;
  const appToken = `${config.appId}|${config.appSecret}`;

  /** Notes a warning once; its words are those of the network, without addresses. */
  function warnOfVersion(what: string, words: string): void {
    const text = `${what} ${words
      .replaceAll(/https?:\S+|[^\x20-\x7e]/g, '…')
      .slice(0, 200)
      .trim()}`;
    if (text !== versionWarning) note(text);
    versionWarning = text;
  }

  function buildRequest(request: GraphRequest) {
    const { method, path, token, parameters = {}, file, host = 'graph', limitMs = READ_LIMIT_MS } = request;
    const all = { ...parameters, ...(token === null ? {} : { appsecret_proof: proofOf(token, config.appSecret) }) };
    const base = host === 'video' ? config.videoUrl : config.graphUrl;
    const fields = toFields(all);
    const address = `${base}/${config.version}${path}`;
    const common = {
      method,
      headers: { accept: 'application/json', ...(request.isAnonymous ? {} : { authorization: `Bearer ${token ?? appToken}` }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    } as const;
    if (method !== 'POST') return { address: `${address}?${fields.toString()}`, init: common };
    return { address, init: { ...common, body: file === undefined ? fields : toMultipart(all, file) } };
  }

  async function sendOnce(request: GraphRequest): Promise<Answer> {
    const { token } = request;
    const owner = quotaOf(request);
    const isWrite = request.method !== 'GET' && request.isRead !== true;
    pacer.enter(owner, isWrite ? 'write' : 'read', { isBackground: request.isBackground ?? false });
    const { address, init } = buildRequest(request);
    let response: Response;
    let text: string;
    try {
      response = await send(address, init);
      text = await readText(response);
    } catch (error) {
      throw wasNotSent(error) ? notSent() : noAnswer(isWrite);
    }
    const usages = readUsage(response.headers, owner);
    pacer.learn(usages);
    const warning = response.headers.get('x-ad-api-version-warning');
    if (warning !== null) warnOfVersion(`Meta ends version ${config.version} soon.`, warning);
    const body = parseJson(text);
    const error = isAnswer(body) ? optionalAnswer(body, 'error') : null;
    if (error !== null) {
      const trace = error['fbtrace_id'];
      if (typeof trace === 'string' && /^[\w-]{1,60}$/.test(trace)) note(`the platform refused a call, trace ${trace}`);
      const blocked = usages.flatMap((usage) => (usage.owner === owner && usage.blockedS !== null ? [usage.blockedS] : []));
      const failure = toAdPlatformError(error, {
        isWrite,
        now: now(),
        secrets: [token ?? '', config.appSecret],
        retryAt: blocked.length === 0 ? undefined : new Date(now().getTime() + Math.max(...blocked) * 1000),
        blockS: TIER_LIMITS[owner === null ? 'full' : pacer.tierOf(owner)].blockS,
      });
      if (failure.kind === 'throttled') pacer.block(owner, failure);
      if (failure.code === VERSION_ENDED) warnOfVersion(`Meta has ended version ${config.version}.`, failure.message);
      throw failure;
    }
    // The body decides, not the status; an answer without a readable body tells nothing about what was done.
    if (response.status >= 300 || body === undefined) throw noAnswer(isWrite);
    return asAnswer(body, 'an object');
  }

  async function sendWithRetries(request: GraphRequest): Promise<Answer> {
    const isRepeatable = request.isOnce !== true && (request.method === 'GET' || request.isRead === true);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await sendOnce(request);
      } catch (error) {
        const waitMs = RETRY_WAITS_MS[attempt];
        const isDown = error instanceof AdPlatformError && error.kind === 'down' && !isTooMuchData(error);
        if (!isRepeatable || !isDown || waitMs === undefined) throw error;
        await sleep(waitMs * (1 + random() / 2));
      }
    }
  }

  /** Lets one call of a kind through at a time. */
  async function inLine<T>(line: string, work: () => Promise<T>): Promise<T> {
    const previous = lines.get(line) ?? Promise.resolve();
    const turn = previous.then(work, work);
    const settled = turn.catch(() => undefined);
    lines.set(line, settled);
    try {
      return await turn;
    } finally {
      if (lines.get(line) === settled) lines.delete(line);
    }
  }

  return {
    config,
    pacer,
    versionWarning: () => versionWarning,
    now,
    sleep,
    call: async (request) => {
      const { account, method } = request;
      const isWrite = method !== 'GET' && request.isRead !== true;
      if (account === undefined || !(isWrite || pacer.isSerial(account))) return await sendWithRetries(request);
      return await inLine(account, () => sendWithRetries(request));
    },
  };
}
