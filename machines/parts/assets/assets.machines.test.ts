import { describe, expect, it } from 'vitest';
import { unreached, untaken } from '#tests/support/paths.ts';
import { walks } from './assets.walks.ts';
import { blankAssign, checkAssign } from './assigning.machine.ts';

describe('an assignment', () => {
  it('needs a user, a department, or a responsible user', () => {
    const missing = { user_ids: { rule: 'required' } };
    expect(checkAssign({ ...blankAssign, asset_type: 'pixel' })).toEqual(missing);
    expect(checkAssign({ ...blankAssign, asset_type: 'pixel', department_ids: [3] })).toEqual({});
    expect(checkAssign({ ...blankAssign, primary_user_id: 5 })).toEqual({});
    expect(checkAssign({ ...blankAssign, asset_type: 'pixel', primary_user_id: 5 })).toEqual(missing);
    expect(checkAssign({ ...blankAssign, mode: 'remove', primary_user_id: 5 })).toEqual(missing);
  });

  it('needs a responsible user only when all assignments of ad accounts are replaced', () => {
    const given = { ...blankAssign, user_ids: [5], mode: 'replace' as const };
    expect(checkAssign(given)).toEqual({ primary_user_id: { rule: 'required' } });
    expect(checkAssign({ ...given, asset_type: 'homepage' })).toEqual({});
    expect(checkAssign({ ...given, mode: 'add' })).toEqual({});
  });
});

describe('a handover of ad accounts', () => {
  it('needs a new responsible user and nothing else', () => {
    const over = { ...blankAssign, purpose: 'handOver' as const };
    expect(checkAssign(over)).toEqual({ primary_user_id: { rule: 'required' } });
    expect(checkAssign({ ...over, primary_user_id: 5 })).toEqual({});
  });
});

describe('the machines of assets', () => {
  it.each(walks.map((walk) => [walk.machine.id, walk] as const))('%s reaches every state, and takes every transition', (_, walk) => {
    expect(unreached(walk)).toEqual([]);
    expect(untaken(walk)).toEqual([]);
  });
});
