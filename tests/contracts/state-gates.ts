import type { Interaction } from '#contracts/sets/interaction.ts';
import { meanings } from '#contracts/states/meanings.ts';
import { isBeginning, type SituationName } from '#contracts/states/states.ts';

const isKnown = (name: string): name is SituationName => Object.hasOwn(meanings, name);

function parameterFaults(name: SituationName, params: object): string[] {
  const known = Object.keys(meanings[name].params);
  const given = Object.keys(params);
  return [
    ...known.filter((param) => !given.includes(param)).map((param) => `"${name}" lacks ${param}`),
    ...given.filter((param) => !known.includes(param)).map((param) => `"${name}" has ${param}, which means nothing`),
  ];
}

/** Exchanges that do not begin anew or do so twice, and states and parameters whose meaning nobody has told. */
export function stateFaults(interactions: readonly Interaction[]): string[] {
  return interactions.flatMap(({ description, providerStates = [] }) => {
    const names = providerStates.map(({ name }) => name);
    const faults = [
      ...(isBeginning(names[0] ?? '') ? [] : ['does not begin anew']),
      ...(names.slice(1).some(isBeginning) ? ['begins anew in the middle'] : []),
      ...providerStates.flatMap(({ name, params = {} }) => (isKnown(name) ? parameterFaults(name, params) : [`nobody knows "${name}"`])),
    ];
    return faults.map((fault) => `"${description}": ${fault}`);
  });
}

/** States that no exchange needs. */
export const idleStates = (interactions: readonly Interaction[]): string[] => {
  const needed = new Set(interactions.flatMap(({ providerStates = [] }) => providerStates.map(({ name }) => name)));
  return Object.keys(meanings).filter((name) => !needed.has(name));
};
