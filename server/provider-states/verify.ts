import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { endpoints } from '#contracts/endpoints/index.ts';
import { callPath, type Interaction } from '#contracts/sets/interaction.ts';
import { digestOf, digestOfResource, mergedText, PROVIDER } from '#contracts/sets/merged.ts';
import type { PactSet } from '#contracts/sets/pact-set.ts';
import { type AccessVerdict, probeAccess } from './access-probes.ts';
import { createEvidence, type Evidence, findFailedState, isMissingCall } from './evidence.ts';
import { type FilterVerdict, probeFilters } from './filter-probes.ts';
import { openObserver, type SeenCall, type SeenState } from './observer.ts';
import { type OrderVerdict, probeOrders } from './order-probes.ts';
import { type Played, playPacts } from './pact-verifier.ts';
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
  /** Of a failed exchange. */
  evidence?: Evidence;
  /** True when the backend does not have this call. */
  isMissing?: boolean;
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
  /** Digests of the pacts of the resources, as they are published on their own. */
  digests: Record<string, string>;
  /** Milliseconds. */
  took: number;
  counts: Record<Outcome, number>;
  interactions: Verdict[];
  /** Whether each call refuses those who may not make it; absent when it was not asked. */
  access?: AccessVerdict[];
  /** Whether each filter of each list call changes which rows come; absent when it was not asked. */
  filters?: FilterVerdict[];
  /** Whether the rows of each list call stand in the declared order; absent when it was not asked. */
  orders?: OrderVerdict[];
}

export interface Backend extends PlanOptions {
  url: URL;
  /** Maximum duration of one request in milliseconds, including requests for states. */
  timeoutMs?: number;
  /** Sends the number of the exchange with each request, for a proxy in between. */
  isMarked?: boolean;
  /** Also makes the calls of the set as those who may not make them; needs provider states. */
  withAccess?: boolean;
  /** Also asks the list calls of the set with each of their filters, and for their rows in order; needs provider states. */
  withFilters?: boolean;
}

const TIMEOUT_MS = 30_000;
/** Lets the observer give up before the verifier does, because only the observer can say why. */
const OBSERVER_MARGIN_MS = 5_000;

const toVerdict = ({ resource, interaction }: Planned, outcome: Outcome, differences: string[]): Verdict => ({
  resource,
  description: interaction.description,
  call: describeCall(interaction),
  outcome,
  differences,
});
const describeCall = ({ request }: Interaction): string => `${request.method} ${request.path}`;

const findEndpoint = (interaction: Interaction): Endpoint | undefined =>
  endpoints.find(({ method, path }) => method === interaction.request.method && path === callPath(interaction));

function toPlayedVerdict(one: Played, url: URL, states: readonly SeenState[], call: SeenCall | undefined): Verdict {
  if (one.differences.length === 0) return toVerdict(one, 'passed', []);
  const isMissing = isMissingCall(call);
  const cause =
    findFailedState(states) ?? call?.fault ?? (isMissing ? `the backend does not have this call (HTTP ${call?.status})` : undefined);
  return {
    ...toVerdict(one, 'failed', cause === undefined ? one.differences : [cause]),
    evidence: createEvidence(url, findEndpoint(one.interaction), states, call),
    ...(isMissing && { isMissing }),
  };
}

const compareVerdicts = (a: Verdict, b: Verdict): number =>
  a.resource === b.resource ? (a.description < b.description ? -1 : 1) : a.resource < b.resource ? -1 : 1;

/** Plays the exchanges of a set to a backend and compares its answers with the promised ones. */
export async function verifySet(
  set: PactSet,
  { url, timeoutMs = TIMEOUT_MS, isMarked = false, withAccess = false, withFilters = false, ...choice }: Backend,
): Promise<Verification> {
  const { played, skipped } = createPlan(set, choice, endpoints);
  const startedAt = new Date();
  const { source } = choice;
  const tokens = source.kind === 'tokens' ? await openTokenStates(source.tokens) : undefined;
  const statesUrl = source.kind === 'states' ? source.url : (tokens?.url.href ?? '');
  const observer = await openObserver({ url, statesUrl, timeoutMs, isMarked });
  try {
    const results = await playPacts(played, {
      url: observer.url,
      statesUrl: observer.statesUrl,
      timeoutMs: timeoutMs + OBSERVER_MARGIN_MS,
      isMarked: true,
    });
    const interactions = [
      ...results.map((one, index) => toPlayedVerdict(one, url, observer.states[index] ?? [], observer.calls.get(index))),
      ...skipped.map((one) => toVerdict(one, 'skipped', [one.because])),
    ].sort(compareVerdicts);
    const count = (outcome: Outcome) => interactions.filter((one) => one.outcome === outcome).length;
    const asked = [...new Set(played.map(({ interaction }) => findEndpoint(interaction)).filter((one) => one !== undefined))];
    const backend = { url, statesUrl, timeoutMs };
    const exchanges = played.map(({ interaction }) => interaction);
    return {
      provider: PROVIDER,
      baseUrl: url.href,
      startedAt: startedAt.toISOString(),
      pactSet: set.name,
      digest: digestOf(mergedText(set)),
      digests: Object.fromEntries(set.pacts.map((pact) => [pact.resource, digestOfResource(pact)])),
      took: Date.now() - startedAt.getTime(),
      counts: { passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
      interactions,
      ...(withAccess && source.kind === 'states' && { access: await probeAccess(asked, backend) }),
      ...(withFilters &&
        source.kind === 'states' && {
          filters: await probeFilters(asked, exchanges, backend),
          orders: await probeOrders(asked, exchanges, backend),
        }),
    };
  } finally {
    tokens?.close();
    observer.close();
  }
}
