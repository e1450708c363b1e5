// npm run contracts:verify -- --url http://host:port …: verifies any backend against the pacts of the console.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { currentSet, type PactSet, readFolder } from '#contracts/sets/pact-set.ts';
import type { Part } from '#contracts/states/cast.ts';
import { parts, type StateSource } from '#server/provider-states/plan.ts';
import { STATES_PATH } from '#server/provider-states/provider-states.ts';
import { countIgnoredFilters, countUnordered, countUnprotected, formatJunit, formatSummary } from '#server/provider-states/report.ts';
import { type Verification, verifySet } from '#server/provider-states/verify.ts';
import { CommandError, readArguments, required } from '../command.ts';

const USAGE = `npm run contracts:verify -- --url http://host:port [options]
  --states-url URL      where the backend sets up provider states (its own ${STATES_PATH} when neither this nor a token is given)
  --token [WHO=]TOKEN   instead of states: a token of ${parts.join(', ')} (admin when no one is named); may be repeated.
                        Better given as CONTRACTS_TOKENS="admin=…,staff=…", which no list of processes shows
  --holds STATE         with tokens: a state that holds there anyway; may be repeated
  --only a,b            these pacts alone, such as users,roles
  --endpoint PART       only exchanges of calls with this in their path or name, such as sys-roles/ or roles.list
  --description PART    only exchanges with this in their description
  --state PART          only exchanges with this in the name of one of their states
  --no-access           does not ask whether each call refuses those who may not make it (asked with provider states only)
  --no-filters          does not ask lists for each of their filters and for their order (asked with provider states only)
  --read-only           only calls that change nothing; always so without provider states
  --pacts FOLDER        other pacts than the current ones, such as pacts/released/0.1.0
  --report FOLDER       writes report.json and junit.xml there
  --timeout SECONDS     for each request (30)
  --quiet               shows only what failed`;

/** The exit code when the backend could not be reached. */
const NOT_ASKED = 2;

const options = {
  url: { type: 'string' },
  'states-url': { type: 'string' },
  token: { type: 'string', multiple: true },
  holds: { type: 'string', multiple: true },
  only: { type: 'string' },
  endpoint: { type: 'string' },
  description: { type: 'string' },
  state: { type: 'string' },
  'no-access': { type: 'boolean' },
  'no-filters': { type: 'boolean' },
  'read-only': { type: 'boolean' },
  pacts: { type: 'string' },
  report: { type: 'string' },
  timeout: { type: 'string' },
  quiet: { type: 'boolean' },
} as const;
type Given = ReturnType<typeof readArguments<typeof options>>;

function httpUrl(text: string, option: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new CommandError(`--${option} "${text}" is no address such as http://host:port.`);
  if (url.search !== '' || url.hash !== '') throw new CommandError(`--${option} "${text}" has more than a path.`);
  return url;
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0)) throw new CommandError(`--timeout "${text}" is no number of seconds.`);
  return seconds;
}

/** Parses `admin=abc`, or a single token for the administrator. Error messages never contain a token. */
function tokenIn(text: string): [Part, string] {
  const [, who = 'admin', token = ''] = /^(?:(\w+)=)?(.+)$/.exec(text.trim()) ?? [];
  if (!(parts as string[]).includes(who) || token === '') throw new CommandError(`--token: say whose it is: ${parts.join('=…, ')}=….`);
  return [who as Part, token];
}

function sourceOf(given: Given, url: URL): StateSource {
  const ofEnvironment = (process.env.CONTRACTS_TOKENS ?? '').split(',').filter((one) => one.trim() !== '');
  const tokens = [...ofEnvironment, ...(given.token ?? [])].map(tokenIn);
  const statesUrl = given['states-url'];
  if (statesUrl !== undefined && tokens.length > 0)
    throw new CommandError('Give either --states-url or tokens: states answer with tokens of their own.');
  if (tokens.length > 0) return { kind: 'tokens', tokens: Object.fromEntries(tokens), holding: given.holds ?? [] };
  if (given.holds !== undefined) throw new CommandError('--holds goes with --token.');
  return { kind: 'states', url: httpUrl(statesUrl ?? `${url.origin}${STATES_PATH}`, 'states-url').href };
}

/** One clear error instead of hundreds of exchanges that fail for the same reason. */
async function requireAnswer(url: URL, what: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) });
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message: string } };
    throw new CommandError(`${what} cannot be reached at ${url.href}: ${cause?.code ?? cause?.message ?? message}`);
  }
}

async function requireStates(url: string): Promise<void> {
  const body = JSON.stringify({ state: 'nobody is signed in', params: {}, action: 'setup' });
  const answer = await requireAnswer(new URL(url), 'The provider states', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (answer.ok) return;
  throw new CommandError(
    `${url} answers ${answer.status} to the state "nobody is signed in". Without provider states use --token, which plays reads only.`,
  );
}

function setNamed(folder: string | undefined): PactSet {
  try {
    return folder === undefined ? currentSet() : readFolder(folder);
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

function writeReports(folder: string, verification: Verification): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'report.json'), `${JSON.stringify(verification, null, 2)}\n`);
  writeFileSync(path.join(folder, 'junit.xml'), formatJunit(verification));
}

/**
 * Plays the exchanges and prints the results. The exit code is 1 when an exchange failed or none was played, 2 when the backend could not
 * be reached.
 */
export async function verify(args: string[]): Promise<void> {
  process.exitCode = NOT_ASKED;
  const given = readArguments(USAGE, options, args);
  const url = httpUrl(required(given.url, 'url', USAGE), 'url');
  const source = sourceOf(given, url);
  const set = setNamed(given.pacts);
  const timeoutMs = secondsOf(given.timeout ?? '30') * 1000;
  await requireAnswer(url, 'The backend');
  if (source.kind === 'states') await requireStates(source.url);
  const readOnly = given['read-only'] === true || source.kind === 'tokens';
  const only = given.only?.split(',').map((name) => name.trim());
  const { endpoint, description, state } = given;
  const chosen = { ...(only && { only }), ...(endpoint && { endpoint }), ...(description && { description }), ...(state && { state }) };
  const withAccess = given['no-access'] !== true && !readOnly;
  const withFilters = given['no-filters'] !== true && !readOnly;
  const verification = await verifySet(set, { url, source, readOnly, timeoutMs, withAccess, withFilters, ...chosen }).catch(
    (error: Error) => {
      throw new CommandError(error.message);
    },
  );
  if (given.report !== undefined) writeReports(given.report, verification);
  process.stdout.write(formatSummary(verification, { quiet: given.quiet === true }));
  const { passed, failed } = verification.counts;
  // A run that compared nothing proves nothing.
  const isBroken =
    failed > 0 || countUnprotected(verification) > 0 || countIgnoredFilters(verification) > 0 || countUnordered(verification) > 0;
  process.exitCode = isBroken || passed === 0 ? 1 : 0;
}
