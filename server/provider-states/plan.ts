import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { callPath, type Interaction } from '#contracts/sets/interaction.ts';
import type { PactSet } from '#contracts/sets/pact-set.ts';
import { cast, type Part } from '#contracts/states/cast.ts';

/** One exchange of a set, with the pact it stands in. */
export interface Planned {
  resource: string;
  interaction: Interaction;
}

/** How the backend gets into the situations that exchanges need. */
export type StateSource =
  /** It sets them up itself, when it is told to at this address. */
  | { kind: 'states'; url: string }
  /** Nobody sets up anything: these people can sign in, and these states hold already. */
  | { kind: 'tokens'; tokens: Partial<Record<Part, string>>; holding: readonly string[] };

export interface Choice {
  /** Names of pacts; all of them when absent. */
  only?: readonly string[];
  /** Nothing may be changed. */
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

/** Calls that no endpoint of ours describes, such as those of an old release, count as writes. */
const isRead = (interaction: Interaction, endpoints: readonly Endpoint[]): boolean => {
  const path = callPath(interaction);
  return endpoints.some((one) => one.path === path && one.method === interaction.request.method && one.effect === 'read');
};

/** Why a backend that sets up nothing cannot be asked; undefined when it can. */
function missingFor({ providerStates = [] }: Interaction, { tokens, holding }: Extract<StateSource, { kind: 'tokens' }>) {
  for (const { name, params } of providerStates) {
    if (name === NOBODY || holding.includes(name)) continue;
    const who = params?.who as Part | undefined;
    if (name !== SIGNED_IN || who === undefined) return `needs the state "${name}"`;
    if (tokens[who] === undefined) return `needs a token of "${who}"`;
  }
  return undefined;
}

/** Chooses what is played. Throws when `only` names a pact that is not there. */
export function planOf({ pacts }: PactSet, { only, readOnly, source }: Choice, endpoints: readonly Endpoint[]): Plan {
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
            ? missingFor(interaction, source)
            : undefined;
      if (because === undefined) plan.played.push({ resource, interaction });
      else plan.skipped.push({ resource, interaction, because });
    }
  }
  return plan;
}
