import { describe, expect, it } from 'vitest';
import { changedSince, fitted, rebased } from './form-values.ts';

describe('the values of a form', () => {
  it('are compared by what they say: the same list is no change', () => {
    expect(changedSince({ name: 'a', roles: [1, 2] }, { name: 'b', roles: [1, 2] })).toEqual({ name: 'b' });
    expect(changedSince({ roles: [1, 2] }, { roles: [2, 1] })).toEqual({ roles: [2, 1] });
  });

  it('are what is newest with the own changes on top', () => {
    const origin = { name: 'a', remark: '', roles: [1] };
    expect(rebased({ ...origin, remark: 'mine' }, origin, { name: 'theirs', remark: 'theirs', roles: [9] })).toEqual({
      name: 'theirs',
      remark: 'mine',
      roles: [9],
    });
  });

  it('fit the form they are put into', () => {
    const blank = { name: '', roles: [] as number[], zone: undefined as string | undefined, count: 0, flag: false };
    expect(fitted({ name: 'a', roles: [1], zone: 'x', count: 3, flag: true, gone: 1 }, blank)).toEqual({
      name: 'a',
      roles: [1],
      zone: 'x',
      count: 3,
      flag: true,
    });
    expect(fitted({ name: 7, roles: {}, zone: [], count: null, flag: 'yes' }, blank)).toEqual(blank);
    expect(fitted({}, blank)).toEqual(blank);
  });
});
