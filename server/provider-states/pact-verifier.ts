import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { isLoopback, pactBinary, pactEnvironment, withoutCertificates } from '#contracts/pact-program.ts';
import type { Interaction } from '#contracts/sets/interaction.ts';
import { CONSUMER, PROVIDER } from '#contracts/sets/merged.ts';
import type { Planned } from './plan.ts';

/** The result of one exchange; without differences it passed. */
export interface Played extends Planned {
  differences: string[];
}

/** The output of the verifier with `--json`. */
interface VerifierReport {
  errors: { interaction: string; mismatch: { message?: string; mismatches?: Mismatch[] } }[];
  interactionResults: { description: string; result: 'OK' | 'Error' }[];
}

interface Mismatch {
  type: string;
  mismatch: string;
  path?: string;
  key?: string;
}

/** Carries the number of the exchange for a proxy between verifier and backend. */
export const EXCHANGE_HEADER = 'x-pact-exchange';

const markExchange = ({ request, ...rest }: Interaction, index: number): Interaction => ({
  ...rest,
  request: { ...request, headers: { ...request.headers, [EXCHANGE_HEADER]: [String(index)] } },
});

/** Numbers exchanges from `first`, so that results of the verifier can be matched to them. */
const numberExchanges = (planned: readonly Planned[], { first, isMarked }: { first: number; isMarked: boolean }) => ({
  consumer: { name: CONSUMER },
  provider: { name: PROVIDER },
  interactions: planned.map(({ interaction, mark }, index) => ({
    ...(isMarked ? markExchange(interaction, mark ?? first + index) : interaction),
    description: `#${first + index} ${interaction.description}`,
  })),
  metadata: { pactSpecification: { version: '4.0' } },
});

const NUMBER = /(?:^| - )#(\d+) /;
const readNumber = (text: string): number => Number(NUMBER.exec(text)?.[1] ?? Number.NaN);

/** Leaves out the prefix that every path has, such as `$.data` of `$.data.list[0].id`. */
const describePlace = ({ type, path: at, key }: Mismatch): string => {
  if (type === 'HeaderMismatch') return `header ${key}`;
  if (type === 'StatusMismatch') return 'status';
  return at === undefined || at === '$' ? 'body' : at.replace(/^\$\.?/, '');
};

/** Keeps tokens and passwords out of reports. */
const hideSecrets = (place: string, words: string): string => (/(?:token|passwd)$/.test(place) ? 'differs' : words);

/** Longer descriptions contain a whole tree although only one value in it differs. */
const MAX_MISMATCH_LENGTH = 400;
const shorten = (words: string): string => (words.length > MAX_MISMATCH_LENGTH ? `${words.slice(0, MAX_MISMATCH_LENGTH)} …` : words);

const describeMismatch = (mismatch: Mismatch): string => {
  const place = describePlace(mismatch);
  return `${place}: ${hideSecrets(place, shorten(mismatch.mismatch))}`;
};

function createOptions({ url, statesUrl, timeoutMs }: { url: URL; statesUrl: string; timeoutMs: number }): string[] {
  const scheme = url.protocol.replace(':', '');
  const base = url.pathname.replace(/\/$/, '');
  const port = url.port || (scheme === 'https' ? '443' : '80');
  const where = ['--hostname', url.hostname, '--port', port, '--transport', scheme, ...(base === '' ? [] : ['--base-path', base])];
  return [...where, '--provider-name', PROVIDER, '--state-change-url', statesUrl, '--request-timeout', String(timeoutMs), '--no-colour'];
}

const isPlain = (url: URL): boolean => url.protocol === 'http:' && isLoopback(url);

function runVerifier(args: string[], backend: URL, states: URL): Promise<string> {
  const env = pactEnvironment(process.env, backend, /^PACT_/i);
  return new Promise((resolve, reject) => {
    const child = spawn(pactBinary(), ['verifier', ...args], {
      env: isPlain(backend) && isPlain(states) ? { ...env, ...withoutCertificates } : env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', () => resolve(stripVTControlCharacters(output)));
  });
}

/** The verifier needs more time per exchange the more of them a file holds, so many small files are several times as fast. */
const EXCHANGES_PER_FILE = 20;

/** Runs the standalone verifier against a backend. Throws when it ends without a verdict for each exchange. */
export async function playPacts(
  planned: readonly Planned[],
  { isMarked = false, ...backend }: { url: URL; statesUrl: string; timeoutMs: number; isMarked?: boolean },
): Promise<Played[]> {
  const played: Played[] = [];
  for (let first = 0; first < planned.length; first += EXCHANGES_PER_FILE) {
    played.push(...(await playFile(planned.slice(first, first + EXCHANGES_PER_FILE), { ...backend, first, isMarked })));
  }
  return played;
}

async function playFile(
  planned: readonly Planned[],
  { first, isMarked, ...backend }: { url: URL; statesUrl: string; timeoutMs: number; first: number; isMarked: boolean },
): Promise<Played[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ad-verify-'));
  try {
    const pact = path.join(folder, 'pact.json');
    const report = path.join(folder, 'report.json');
    writeFileSync(pact, JSON.stringify(numberExchanges(planned, { first, isMarked })));
    const output = await runVerifier(
      ['--file', pact, '--json', report, ...createOptions(backend)],
      backend.url,
      new URL(backend.statesUrl),
    );
    if (!existsSync(report)) throw new Error(`the verifier ended without a report: ${output.trim()}`);
    return readVerdicts(planned, first, JSON.parse(readFileSync(report, 'utf8')) as VerifierReport);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readVerdicts(planned: readonly Planned[], first: number, { errors, interactionResults }: VerifierReport): Played[] {
  const results = new Map(interactionResults.map(({ description, result }) => [readNumber(description), result]));
  return planned.map((one, index) => {
    const number = first + index;
    const result = results.get(number);
    if (result === undefined) throw new Error(`the verifier said nothing of "${one.interaction.description}"`);
    if (result === 'OK') return { ...one, differences: [] };
    const found = errors.filter(({ interaction }) => readNumber(interaction) === number);
    const differences = found.flatMap(({ mismatch }) => mismatch.mismatches?.map(describeMismatch) ?? [mismatch.message ?? '']);
    return { ...one, differences: differences.length > 0 ? differences : ['failed without a word'] };
  });
}
