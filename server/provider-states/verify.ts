import { endpoints } from '#contracts/endpoints/index.ts';
import { digestOf, mergedText, PROVIDER } from '#contracts/sets/merged.ts';
import type { PactSet } from '#contracts/sets/pact-set.ts';
import { playPacts } from './pact-verifier.ts';
import { createPlan, type Planned, type PlanOptions } from './plan.ts';
import { openTokenStates } from './token-states.ts';

export type Outcome = 'passed' | 'failed' | 'skipped';

/** The result of one exchange of the set. */
export interface Verdict {
  /** Name of the pact. */
  resource: string;
  description: string;
  /** `POST /api/sys-roles/list` */
  call: string;
  outcome: Outcome;
  /** One description per difference; for a skipped exchange, the reason. */
  differences: string[];
}

/** The result of a verification. `contracts:publish-results` reads it as JSON. */
export interface Verification {
  provider: string;
  /** Address of the backend. */
  baseUrl: string;
  /** Instant, UTC. */
  startedAt: string;
  /** Name of the set of pacts. */
  pactSet: string;
  /** Digest of the set, so that results are published only for the set that was verified. */
  digest: string;
  /** Milliseconds. */
  took: number;
  counts: Record<Outcome, number>;
  interactions: Verdict[];
}

export interface Backend extends PlanOptions {
  url: URL;
  /** Maximum duration of one request in milliseconds, including requests for states. */
  timeoutMs?: number;
  /** Sends the number of the exchange with each request, for a proxy in between. */
  isMarked?: boolean;
}

const TIMEOUT_MS = 30_000;

const toVerdict = ({ resource, interaction }: Planned, outcome: Outcome, differences: string[]): Verdict => ({
  resource,
  description: interaction.description,
  call: `${interaction.request.method} ${interaction.request.path}`,
  outcome,
  differences,
});

const compareVerdicts = (a: Verdict, b: Verdict): number =>
  a.resource === b.resource ? (a.description < b.description ? -1 : 1) : a.resource < b.resource ? -1 : 1;

/** Plays the exchanges of a set to a backend and compares its answers with the promised ones. */
export async function verifySet(
  set: PactSet,
  { url, timeoutMs = TIMEOUT_MS, isMarked = false, ...choice }: Backend,
): Promise<Verification> {
  const { played, skipped } = createPlan(set, choice, endpoints);
  const startedAt = new Date();
  const { source } = choice;
  const tokens = source.kind === 'tokens' ? await openTokenStates(source.tokens) : undefined;
  try {
    const statesUrl = source.kind === 'states' ? source.url : (tokens?.url.href ?? '');
    const results = await playPacts(played, { url, statesUrl, timeoutMs, isMarked });
    const interactions = [
      ...results.map((one) => toVerdict(one, one.differences.length === 0 ? 'passed' : 'failed', one.differences)),
      ...skipped.map((one) => toVerdict(one, 'skipped', [one.because])),
    ].sort(compareVerdicts);
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
