import { describe, expect, it } from 'vitest';
import { NOT_NEGATIVE } from '#contracts/sets/forms.ts';
import type { Interaction } from '#contracts/sets/interaction.ts';
import { describeMutation, listPromises, planRounds, withoutWrites } from './mutations.ts';

const exchange = (data: unknown): Interaction => ({
  description: 'lists',
  request: { method: 'POST', path: '/api/x' },
  response: {
    status: 200,
    headers: { 'Content-Type': ['application/json'] },
    body: { content: { code: 0, data }, contentType: 'application/json', encoded: false },
  },
});

describe('the promises of an exchange', () => {
  it('are its headers and every value of its answer, including objects and lists', () => {
    expect(listPromises(exchange({ list: [{ id: 1 }], none: [] }))).toEqual([
      { header: 'content-type' },
      { path: ['code'] },
      { path: ['data'] },
      { path: ['data', 'list'] },
      { path: ['data', 'list', 0] },
      { path: ['data', 'list', 0, 'id'] },
      { path: ['data', 'none'] },
    ]);
  });
});

describe('the rounds', () => {
  it('damage one promise of each exchange at a time, in every way it can break, starting at a different promise for each exchange', () => {
    const planned = [exchange({ a: 1 }), exchange({ b: 2 })].map((interaction) => ({ resource: 'x', interaction }));
    const rounds = planRounds(planned, 1);
    expect(rounds.map((round) => round.map(describeMutation))).toEqual([
      ['x: lists: header content-type dropped', 'x: lists: code dropped'],
      ['x: lists: header content-type retyped', 'x: lists: code retyped'],
      ['x: lists: code changed'],
    ]);
  });

  it('cover every promise when there is no limit', () => {
    const rounds = planRounds([{ resource: 'x', interaction: exchange({ a: 1 }) }], Number.POSITIVE_INFINITY);
    expect(rounds).toHaveLength(2 * 4 + 2);
    expect(new Set(rounds.flat().map(describeMutation)).size).toBe(10);
  });

  it('negate a count', () => {
    const rule = { combine: 'AND', matchers: [{ match: 'integer' }, { match: 'regex', regex: NOT_NEGATIVE }] };
    const one = exchange({ users: 1 });
    const interaction = { ...one, response: { ...one.response, matchingRules: { body: { '$.data.users': rule } } } };
    const names = planRounds([{ resource: 'x', interaction }], 9)
      .flat()
      .map(describeMutation);
    expect(names).toContain('x: lists: data.users negated');
    expect(names).not.toContain('x: lists: data.users changed');
  });

  it('do not change an element of which a list only holds one like it, because any value of its type is', () => {
    const one = exchange({ days: [1_200] });
    const rules = {
      '$.data.days': { combine: 'AND', matchers: [{ match: 'arrayContains', variants: [] }] },
      '$.data.days[0]': { combine: 'AND', matchers: [{ match: 'equality' }] },
    };
    const names = planRounds([{ resource: 'x', interaction: { ...one, response: { ...one.response, matchingRules: { body: rules } } } }], 9)
      .flat()
      .map(describeMutation);
    expect(names).toContain('x: lists: data.days.0 retyped');
    expect(names).not.toContain('x: lists: data.days.0 changed');
  });

  it('join an element with other literal values to a list whose elements share a promise', () => {
    const one = exchange({ list: [{ id: 31, users: 1 }] });
    const whole = { combine: 'AND', matchers: [{ match: 'integer' }] };
    const body = { '$.data.list': { combine: 'AND', matchers: [{ match: 'type' }] }, '$.data.list[*].users': whole };
    const literal = { ...body, '$.data.list[*].id': { combine: 'AND', matchers: [{ match: 'equality' }] } };
    const namesWith = (rules: Record<string, typeof whole>) =>
      planRounds([{ resource: 'x', interaction: { ...one, response: { ...one.response, matchingRules: { body: rules } } } }], 9)
        .flat()
        .map(describeMutation);
    expect(namesWith(literal)).toContain('x: lists: data.list joined');
    expect(namesWith({ ...body, '$.data.list[*].id': whole })).not.toContain('x: lists: data.list joined');
  });
});

describe('a write that is left out', () => {
  it('is that before an exchange which reads it back; other exchanges have none', () => {
    const signedIn = { name: 'somebody is signed in', params: { who: 'staff' } };
    const written = { name: 'a request was made', params: { path: '/api/x/create' } };
    const planned = [[signedIn], [signedIn, written]].map((providerStates) => ({
      resource: 'x',
      interaction: { ...exchange({ a: 1 }), providerStates },
    }));
    expect(withoutWrites(planned).map(({ interaction }) => interaction.providerStates)).toEqual([[signedIn]]);
  });
});
