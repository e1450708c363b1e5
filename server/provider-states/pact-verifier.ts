import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { pactBinary, pactEnvironment } from '#contracts/pact-program.ts';
import type { Interaction } from '#contracts/sets/interaction.ts';
import { CONSUMER, PROVIDER } from '#contracts/sets/merged.ts';
import type { Planned } from './plan.ts';

/** What became of one exchange; without differences it was kept. */
export interface Played extends Planned {
  differences: string[];
}

/** As the verifier writes it with `--json`. */
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

/** Carries the number of the exchange, for whoever stands between verifier and backend. */
export const EXCHANGE_HEADER = 'x-pact-exchange';

const marked = ({ request, ...rest }: Interaction, index: number): Interaction => ({
  ...rest,
  request: { ...request, headers: { ...request.headers, [EXCHANGE_HEADER]: [String(index)] } },
});

/** Numbered from `first`, so that what the verifier says of an exchange leads back to it. */
const numbered = (planned: readonly Planned[], { first, isMarked }: { first: number; isMarked: boolean }) => ({
  consumer: { name: CONSUMER },
  provider: { name: PROVIDER },
  interactions: planned.map(({ interaction }, index) => ({
    ...(isMarked ? marked(interaction, first + index) : interaction),
    description: `#${first + index} ${interaction.description}`,
  })),
  metadata: { pactSpecification: { version: '4.0' } },
});

const NUMBER = /(?:^| - )#(\d+) /;
const numberIn = (text: string): number => Number(NUMBER.exec(text)?.[1] ?? Number.NaN);

/** `$.data.list[0].id` reads better without what every path begins with. */
const placeOf = ({ type, path: at, key }: Mismatch): string => {
  if (type === 'HeaderMismatch') return `header ${key}`;
  if (type === 'StatusMismatch') return 'status';
  return at === undefined || at === '$' ? 'body' : at.replace(/^\$\.?/, '');
};

/** Tokens are answered by the sign-in, and nobody has to read them in a report. */
const withoutSecrets = (place: string, words: string): string => (/(?:token|passwd)$/.test(place) ? 'differs' : words);

/** Longer ones show a whole tree where one thing in it is meant. */
const LONGEST_WORDS = 400;
const shortened = (words: string): string => (words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS)} …` : words);

const inWords = (mismatch: Mismatch): string => {
  const place = placeOf(mismatch);
  return `${place}: ${withoutSecrets(place, shortened(mismatch.mismatch))}`;
};

function optionsFor({ url, statesUrl, timeoutMs }: { url: URL; statesUrl: string; timeoutMs: number }): string[] {
  const scheme = url.protocol.replace(':', '');
  const base = url.pathname.replace(/\/$/, '');
  const port = url.port || (scheme === 'https' ? '443' : '80');
  const where = ['--hostname', url.hostname, '--port', port, '--transport', scheme, ...(base === '' ? [] : ['--base-path', base])];
  return [...where, '--provider-name', PROVIDER, '--state-change-url', statesUrl, '--request-timeout', String(timeoutMs), '--no-colour'];
}

function run(args: string[], backend: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(pactBinary(), ['verifier', ...args], {
      env: pactEnvironment(process.env, backend, /^PACT_/i),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', () => resolve(stripVTControlCharacters(output)));
  });
}

/** The verifier takes ever longer for an exchange the more of them its file holds: many small files are several times as fast. */
const EXCHANGES_PER_FILE = 50;

/** Has the standalone verifier play exchanges to a backend. Throws when it ended without a verdict on each. */
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
    writeFileSync(pact, JSON.stringify(numbered(planned, { first, isMarked })));
    const output = await run(['--file', pact, '--json', report, ...optionsFor(backend)], backend.url);
    if (!existsSync(report)) throw new Error(`the verifier ended without a report: ${output.trim()}`);
    return verdictsOf(planned, first, JSON.parse(readFileSync(report, 'utf8')) as VerifierReport);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function verdictsOf(planned: readonly Planned[], first: number, { errors, interactionResults }: VerifierReport): Played[] {
  const results = new Map(interactionResults.map(({ description, result }) => [numberIn(description), result]));
  return planned.map((one, index) => {
    const number = first + index;
    const result = results.get(number);
    if (result === undefined) throw new Error(`the verifier said nothing of "${one.interaction.description}"`);
    if (result === 'OK') return { ...one, differences: [] };
    const found = errors.filter(({ interaction }) => numberIn(interaction) === number);
    const differences = found.flatMap(({ mismatch }) => mismatch.mismatches?.map(inWords) ?? [mismatch.message ?? '']);
    return { ...one, differences: differences.length > 0 ? differences : ['failed without a word'] };
  });
}
