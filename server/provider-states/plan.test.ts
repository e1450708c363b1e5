import { describe, expect, it } from 'vitest';
import { endpoints } from '#contracts/endpoints/index.ts';
import type { Interaction } from '#contracts/sets/interaction.ts';
import { createPlan, type PlanOptions } from './plan.ts';

const exchange = (description: string, path: string, states: [name: string, params?: Record<string, unknown>][]): Interaction => ({
  description,
  providerStates: states.map(([name, params]) => ({ name, ...(params && { params }) })),
  request: { method: 'POST', path },
  response: { status: 200 },
});
const signedIn: [string, Record<string, unknown>] = ['somebody is signed in', { who: 'admin' }];
const set = {
  name: 'planted',
  pacts: [
    {
      resource: 'roles',
      interactions: [
        exchange('lists', '/api/sys-roles/list', [signedIn]),
        exchange('lists those that exist', '/api/sys-roles/list', [signedIn, ['a role exists', { id: 3 }]]),
        exchange('creates', '/api/sys-roles/create', [signedIn]),
        exchange('asks for what is no more', '/api/sys-roles/forgotten', [signedIn]),
      ],
    },
    { resource: 'session', interactions: [exchange('is refused', '/api/sys-users/sessions', [['nobody is signed in']])] },
  ],
};
const states = { kind: 'states', url: 'http://127.0.0.1:1' } as const;
const plan = (choice: Partial<PlanOptions>) => {
  const { played, skipped } = createPlan(set, { readOnly: false, source: states, ...choice }, endpoints);
  return {
    played: played.map(({ interaction }) => interaction.description),
    skipped: Object.fromEntries(skipped.map(({ interaction, because }) => [interaction.description, because])),
  };
};

describe('a plan', () => {
  it('includes every exchange where states are set up', () => {
    expect(plan({})).toEqual({
      played: ['lists', 'lists those that exist', 'creates', 'asks for what is no more', 'is refused'],
      skipped: {},
    });
  });

  it('leaves out pacts that are not selected and does not report them as skipped', () => {
    expect(plan({ only: ['session'] })).toEqual({ played: ['is refused'], skipped: {} });
  });

  it('lists the existing pacts when a selected one does not exist', () => {
    expect(() => plan({ only: ['shoes'] })).toThrow('there is no pact of shoes; there are roles, session');
  });

  it('skips writes and unknown calls when only reading is allowed', () => {
    const { played, skipped } = plan({ readOnly: true });
    expect(played).toEqual(['lists', 'lists those that exist', 'is refused']);
    expect(skipped).toEqual({ creates: 'changes something', 'asks for what is no more': 'changes something' });
  });

  it('skips exchanges that need more than a token, and says what is missing', () => {
    const source = { kind: 'tokens', tokens: { staff: 'x' }, holding: [] } as const;
    expect(plan({ readOnly: true, source }).skipped).toMatchObject({
      lists: 'needs a token of "admin"',
      'lists those that exist': 'needs a token of "admin"',
    });
    expect(plan({ readOnly: true, source: { ...source, tokens: { admin: 'x' } } }).skipped).toMatchObject({
      'lists those that exist': 'needs the state "a role exists"',
    });
    const holding = { ...source, tokens: { admin: 'x' }, holding: ['a role exists'] };
    expect(plan({ readOnly: true, source: holding }).played).toEqual(['lists', 'lists those that exist', 'is refused']);
  });
});
