import { describe, expect, it } from 'vitest';
import { changedSince, fitToForm, rebase } from './form-values.ts';

describe('the values of a form', () => {
  it('are compared by content: an equal list is no change', () => {
    expect(changedSince({ name: 'a', roles: [1, 2] }, { name: 'b', roles: [1, 2] })).toEqual({ name: 'b' });
    expect(changedSince({ roles: [1, 2] }, { roles: [2, 1] })).toEqual({ roles: [2, 1] });
  });

  it('are the latest ones with the local changes on top', () => {
    const origin = { name: 'a', remark: '', roles: [1] };
    expect(rebase({ ...origin, remark: 'mine' }, origin, { name: 'theirs', remark: 'theirs', roles: [9] })).toEqual({
      name: 'theirs',
      remark: 'mine',
      roles: [9],
    });
  });

  it('are fitted to the form', () => {
    const blank = { name: '', roles: [] as number[], zone: undefined as string | undefined, count: 0, flag: false };
    expect(fitToForm({ name: 'a', roles: [1], zone: 'x', count: 3, flag: true, gone: 1 }, blank)).toEqual({
      name: 'a',
      roles: [1],
      zone: 'x',
      count: 3,
      flag: true,
    });
    expect(fitToForm({ name: 7, roles: {}, zone: [], count: null, flag: 'yes' }, blank)).toEqual(blank);
    expect(fitToForm({}, blank)).toEqual(blank);
  });
});
