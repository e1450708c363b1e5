import { endpoints } from '#contracts/endpoints/index.ts';
import { digestOf, mergedText, PROVIDER } from '#contracts/sets/merged.ts';
import type { PactSet } from '#contracts/sets/pact-set.ts';
import { playPacts } from './pact-verifier.ts';
import { type Choice, type Planned, planOf } from './plan.ts';
import { openTokenStates } from './token-states.ts';

export type Outcome = 'passed' | 'failed' | 'skipped';

/** What became of one exchange of the set. */
export interface Verdict {
  /** Name of the pact. */
  resource: string;
  description: string;
  /** `POST /api/sys-roles/list` */
  call: string;
  outcome: Outcome;
  /** In words, one per place; of a skipped one, why. */
  differences: string[];
}

/** What a verification found. As JSON it is what `contracts:publish-results` reads. */
export interface Verification {
  provider: string;
  /** Where the backend was asked. */
  baseUrl: string;
  /** Instant, UTC. */
  startedAt: string;
  /** Name of the set of pacts. */
  pactSet: string;
  /** Of the set, so that results are published for what was verified and nothing else. */
  digest: string;
  /** Milliseconds. */
  took: number;
  counts: Record<Outcome, number>;
  interactions: Verdict[];
}

export interface Backend extends Choice {
  url: URL;
  /** Milliseconds one request may take, a state too. */
  timeoutMs?: number;
  /** Each request carries the number of its exchange, for whoever stands between. */
  isMarked?: boolean;
}

const TIMEOUT_MS = 30_000;

const verdict = ({ resource, interaction }: Planned, outcome: Outcome, differences: string[]): Verdict => ({
  resource,
  description: interaction.description,
  call: `${interaction.request.method} ${interaction.request.path}`,
  outcome,
  differences,
});

const inOrder = (a: Verdict, b: Verdict): number =>
  a.resource === b.resource ? (a.description < b.description ? -1 : 1) : a.resource < b.resource ? -1 : 1;

/** Plays the exchanges of a set to a backend and compares its answers with what they promise. */
export async function verifySet(
  set: PactSet,
  { url, timeoutMs = TIMEOUT_MS, isMarked = false, ...choice }: Backend,
): Promise<Verification> {
  const { played, skipped } = planOf(set, choice, endpoints);
  const startedAt = new Date();
  const { source } = choice;
  const tokens = source.kind === 'tokens' ? await openTokenStates(source.tokens) : undefined;
  try {
    const statesUrl = source.kind === 'states' ? source.url : (tokens?.url.href ?? '');
    const results = await playPacts(played, { url, statesUrl, timeoutMs, isMarked });
    const interactions = [
      ...results.map((one) => verdict(one, one.differences.length === 0 ? 'passed' : 'failed', one.differences)),
      ...skipped.map((one) => verdict(one, 'skipped', [one.because])),
    ].sort(inOrder);
    const count = (outcome: Outcome) => interactions.filter((one) => one.outcome === outcome).length;
    return {
      provider: PROVIDER,
      baseUrl: url.href,
      startedAt: startedAt.toISOString(),
      pactSet: set.name,
      digest: digestOf(mergedText(set)),
      took: Date.now() - startedAt.getTime(),
      counts: { passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
      interactions,
    };
  } finally {
    tokens?.close();
  }
}
