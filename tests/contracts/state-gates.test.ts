import { describe, expect, it } from 'vitest';
import type { Interaction } from '#contracts/sets/interaction.ts';
import { currentSet } from '#contracts/sets/pact-set.ts';
import { meanings } from '#contracts/states/meanings.ts';
import { idleStates, stateFaults } from './state-gates.ts';

const interactions = currentSet().pacts.flatMap((pact) => pact.interactions);

const planted = (states: Interaction['providerStates']): string[] => {
  const [found] = interactions.filter((each) => each.description === 'deletes a role');
  if (!found) throw new Error('no exchange deletes a role');
  return stateFaults([{ ...found, providerStates: states ?? [] }]);
};
const signedIn = { name: 'somebody is signed in', params: { who: 'admin' } };
const role = { id: 31, name: '投放组', version: 3, paths: [], actions: [], is_builtin: false };

describe('the states of the pacts', () => {
  it('begin anew once, first, and are all known with their parameters', () => {
    expect(stateFaults(interactions)).toEqual([]);
  });

  it('are all needed by an exchange', () => {
    expect(idleStates(interactions)).toEqual([]);
  });

  it('mean something in both languages, each parameter too', () => {
    const words = Object.values(meanings).flatMap(({ meaning, params }) => [meaning, ...Object.values(params)]);
    expect(words.length).toBeGreaterThan(60);
    expect(words.filter(({ zh, en }) => !/\p{Script=Han}/u.test(zh) || !/[a-z]{2}/.test(en) || /[,;:]\S*\p{Script=Han}/u.test(en))).toEqual(
      [],
    );
  });
});

describe('a planted fault', () => {
  it.each<[string, Interaction['providerStates'], string]>([
    ['an exchange has no state', [], 'does not begin anew'],
    ['an exchange begins with what needs another state before it', [{ name: 'a role exists', params: role }], 'does not begin anew'],
    ['an exchange begins twice', [signedIn, { name: 'nobody is signed in' }], 'begins anew in the middle'],
    ['a state is unknown', [signedIn, { name: 'a shoe exists' }], 'nobody knows "a shoe exists"'],
    ['a parameter is missing', [{ name: 'somebody is signed in' }], '"somebody is signed in" lacks who'],
    [
      'a parameter means nothing',
      [signedIn, { name: 'a role exists', params: { ...role, colour: 'red' } }],
      '"a role exists" has colour, which means nothing',
    ],
  ])('is seen when %s', (_name, states, fault) => {
    expect(planted(states)).toEqual([`"deletes a role": ${fault}`]);
  });

  it('is seen when no exchange needs a state', () => {
    const without = interactions.filter(({ providerStates = [] }) => !providerStates.some(({ name }) => name === 'the scheduler is alive'));
    expect(idleStates(without)).toEqual(['the scheduler is alive']);
  });
});
