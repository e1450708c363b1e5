import { describe, expect, it } from 'vitest';
import type { Interaction } from './interaction.ts';
import { digestOf, mergedText, uniqueNames, withoutBrokerMarks } from './merged.ts';
import { currentSet, type PactSet } from './pact-set.ts';

const interaction = (description: string, path = '/api/x'): Interaction => ({
  description,
  request: { method: 'POST', path },
  response: { status: 200 },
});

const set = (pacts: PactSet['pacts']): PactSet => ({ name: 'planted', pacts });
const parsed = (text: string) => JSON.parse(text) as { interactions: Interaction[] };

describe('a set of pacts as one pact', () => {
  it('contains every interaction of every resource once and unchanged', () => {
    const told = currentSet().pacts.flatMap(({ resource, interactions }) => interactions.map((one) => ({ resource, one })));
    const names = uniqueNames(told.map(({ resource, one }) => ({ resource, description: one.description })));
    const all = told.map(({ one }, at) => ({ ...one, description: names[at] ?? '' }));
    const { interactions } = parsed(mergedText(currentSet()));
    const byDescription = (a: Interaction, b: Interaction) => (a.description < b.description ? -1 : 1);
    expect(interactions).toHaveLength(all.length);
    expect(interactions.toSorted(byDescription)).toEqual(all.toSorted(byDescription));
  });

  it('has the same bytes whatever the order of files and interactions', () => {
    const one = set([
      { resource: 'a', interactions: [interaction('x'), interaction('y')] },
      { resource: 'b', interactions: [interaction('z')] },
    ]);
    const other = set([
      { resource: 'b', interactions: [interaction('z')] },
      { resource: 'a', interactions: [interaction('y'), interaction('x')] },
    ]);
    expect(mergedText(other)).toBe(mergedText(one));
  });

  it('adds the resource only to equal descriptions', () => {
    const { interactions } = parsed(
      mergedText(
        set([
          { resource: 'roles', interactions: [interaction('lists', '/api/roles'), interaction('copies')] },
          { resource: 'users', interactions: [interaction('lists', '/api/users')] },
        ]),
      ),
    );
    expect(interactions.map(({ description, request }) => [description, request.path])).toEqual([
      ['copies', '/api/x'],
      ['roles: lists', '/api/roles'],
      ['users: lists', '/api/users'],
    ]);
  });

  it('is refused when descriptions are equal even with their resource', () => {
    const twice = [
      { resource: 'users', description: 'lists' },
      { resource: 'users', description: 'lists' },
    ];
    expect(() => uniqueNames(twice)).toThrow('two interactions would be called "users: lists"');
  });

  it('is recognised when a broker returns it, and not when one byte differs', () => {
    const text = mergedText(set([{ resource: 'a', interactions: [interaction('x')] }]));
    const kept = (path: string) => ({ interactions: [{ _id: '1', ...interaction('x', path) }], _links: {}, createdAt: 'now' });
    expect(digestOf(withoutBrokerMarks(kept('/api/x')))).toBe(digestOf(text));
    expect(digestOf(withoutBrokerMarks(kept('/api/y')))).not.toBe(digestOf(text));
  });
});
