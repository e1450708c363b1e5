import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { callPath, type Interaction } from '#contracts/sets/interaction.ts';
import type { PactSet } from '#contracts/sets/pact-set.ts';
import { cast, type Part } from '#contracts/states/cast.ts';

/** One exchange of a set, with its pact. */
export interface Planned {
  resource: string;
  interaction: Interaction;
  /** The number its request is marked with; its position in the played list when absent. */
  mark?: number;
}

/** How the backend gets into the states that exchanges need. */
export type StateSource =
  /** The backend sets states up on requests to this address. */
  | { kind: 'states'; url: string }
  /** The backend cannot set up states: only these parts can sign in, and only these states already hold. */
  | { kind: 'tokens'; tokens: Partial<Record<Part, string>>; holding: readonly string[] };

export interface PlanOptions {
  /** Names of pacts; all pacts when absent. */
  only?: readonly string[];
  /** Only exchanges of these calls: parts of a path or of a name such as `roles.list`. */
  endpoint?: string;
  /** Only exchanges whose description contains this text. */
  description?: string;
  /** Only exchanges with a state whose name contains this text. */
  state?: string;
  /** Skips every exchange that may change data. */
  readOnly: boolean;
  source: StateSource;
}

export interface Plan {
  played: Planned[];
  skipped: (Planned & { because: string })[];
}

const SIGNED_IN = 'somebody is signed in';
const NOBODY = 'nobody is signed in';
export const parts = Object.keys(cast) as Part[];

/** Calls without an endpoint in our contracts, such as those of an old release, count as writes. */
const isRead = (interaction: Interaction, endpoints: readonly Endpoint[]): boolean => {
  const path = callPath(interaction);
  return endpoints.some((one) => one.path === path && one.method === interaction.request.method && one.effect === 'read');
};

/** The reason why an exchange cannot be played to a backend that sets up no states; undefined when it can. */
function findMissing({ providerStates = [] }: Interaction, { tokens, holding }: Extract<StateSource, { kind: 'tokens' }>) {
  for (const { name, params } of providerStates) {
    if (name === NOBODY || holding.includes(name)) continue;
    const who = params?.who as Part | undefined;
    if (name !== SIGNED_IN || who === undefined) return `needs the state "${name}"`;
    if (tokens[who] === undefined) return `needs a token of "${who}"`;
  }
  return undefined;
}

type Choice = Pick<PlanOptions, 'endpoint' | 'description' | 'state'>;

function isChosen(interaction: Interaction, { endpoint, description, state }: Choice, endpoints: readonly Endpoint[]): boolean {
  const path = callPath(interaction);
  const name = endpoints.find((one) => one.path === path && one.method === interaction.request.method)?.name ?? '';
  if (endpoint !== undefined && !path.includes(endpoint) && !name.includes(endpoint)) return false;
  if (description !== undefined && !interaction.description.includes(description)) return false;
  return state === undefined || (interaction.providerStates ?? []).some((one) => one.name.includes(state));
}

/** Selects the exchanges to play. Throws when `only` names a pact that does not exist, or nothing is selected. */
export function createPlan({ pacts }: PactSet, { only, readOnly, source, ...choice }: PlanOptions, endpoints: readonly Endpoint[]): Plan {
  const unknown = only?.filter((name) => !pacts.some(({ resource }) => resource === name)) ?? [];
  if (unknown.length > 0) {
    throw new Error(`there is no pact of ${unknown.join(', ')}; there are ${pacts.map(({ resource }) => resource).join(', ')}`);
  }
  const plan: Plan = { played: [], skipped: [] };
  for (const { resource, interactions } of pacts) {
    if (only !== undefined && !only.includes(resource)) continue;
    for (const interaction of interactions) {
      if (!isChosen(interaction, choice, endpoints)) continue;
      const because =
        readOnly && !isRead(interaction, endpoints)
          ? 'changes something'
          : source.kind === 'tokens'
            ? findMissing(interaction, source)
            : undefined;
      if (because === undefined) plan.played.push({ resource, interaction });
      else plan.skipped.push({ resource, interaction, because });
    }
  }
  const { endpoint, description, state } = choice;
  if (plan.played.length + plan.skipped.length === 0 && (endpoint ?? description ?? state) !== undefined)
    throw new Error('no exchange has this endpoint, description and state');
  return plan;
}
