import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { callPath, type Interaction } from '#contracts/sets/interaction.ts';
import type { PactSet } from '#contracts/sets/pact-set.ts';
import { cast, type Part } from '#contracts/states/cast.ts';

/** One exchange of a set, with its pact. */
export interface Planned {
  resource: string;
  interaction: Interaction;
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

/** Selects the exchanges to play. Throws when `only` names a pact that does not exist. */
export function createPlan({ pacts }: PactSet, { only, readOnly, source }: PlanOptions, endpoints: readonly Endpoint[]): Plan {
  const unknown = only?.filter((name) => !pacts.some(({ resource }) => resource === name)) ?? [];
  if (unknown.length > 0) {
    throw new Error(`there is no pact of ${unknown.join(', ')}; there are ${pacts.map(({ resource }) => resource).join(', ')}`);
  }
  const plan: Plan = { played: [], skipped: [] };
  for (const { resource, interactions } of pacts) {
    if (only !== undefined && !only.includes(resource)) continue;
    for (const interaction of interactions) {
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
  return plan;
}
