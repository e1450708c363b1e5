import { describe, expect, it } from 'vitest';
import type { Interaction } from '#contracts/sets/interaction.ts';
import { describeMutation, listPromises, planRounds } from './mutations.ts';

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
  it('damage one promise of each exchange at a time, each in both ways, starting at a different promise for each exchange', () => {
    const planned = [exchange({ a: 1 }), exchange({ b: 2 })].map((interaction) => ({ resource: 'x', interaction }));
    const rounds = planRounds(planned, 1);
    expect(rounds.map((round) => round.map(describeMutation))).toEqual([
      ['x: lists: header content-type dropped', 'x: lists: code dropped'],
      ['x: lists: header content-type retyped', 'x: lists: code retyped'],
    ]);
  });

  it('cover every promise when there is no limit', () => {
    const rounds = planRounds([{ resource: 'x', interaction: exchange({ a: 1 }) }], Number.POSITIVE_INFINITY);
    expect(rounds).toHaveLength(2 * 4);
    expect(new Set(rounds.flat().map(describeMutation)).size).toBe(8);
  });
});
