import { describe, expect, it } from 'vitest';
import { unreached, untaken } from '#tests/support/paths.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { assetNames } from './asset-names.machine.ts';
import { walks } from './assets.walks.ts';
import { blankAssign, checkAssign } from './assigning.machine.ts';

describe('who may have assets', () => {
  it('wants somebody: a person, a department, or the one who answers', () => {
    const missing = { user_ids: { rule: 'required' } };
    expect(checkAssign({ ...blankAssign, asset_type: 'pixel' })).toEqual(missing);
    expect(checkAssign({ ...blankAssign, asset_type: 'pixel', department_ids: [3] })).toEqual({});
    expect(checkAssign({ ...blankAssign, primary_user_id: 5 })).toEqual({});
    expect(checkAssign({ ...blankAssign, asset_type: 'pixel', primary_user_id: 5 })).toEqual(missing);
    expect(checkAssign({ ...blankAssign, mode: 'remove', primary_user_id: 5 })).toEqual(missing);
  });

  it('wants one who answers for ad accounts that are given to others altogether, and for no other thing', () => {
    const given = { ...blankAssign, user_ids: [5], mode: 'replace' as const };
    expect(checkAssign(given)).toEqual({ primary_user_id: { rule: 'required' } });
    expect(checkAssign({ ...given, asset_type: 'homepage' })).toEqual({});
    expect(checkAssign({ ...given, mode: 'add' })).toEqual({});
  });
});

describe('handing ad accounts over', () => {
  it('asks who answers for them from now on, and nothing else', () => {
    const over = { ...blankAssign, purpose: 'handOver' as const };
    expect(checkAssign(over)).toEqual({ primary_user_id: { rule: 'required' } });
    expect(checkAssign({ ...over, primary_user_id: 5 })).toEqual({});
  });
});

describe('names of what was chosen before', () => {
  const begin = () => {
    const load = asking<{ id: number; label: string }[], { kind: string; ids: number[] }>();
    return { ...stage(assetNames.provide({ actors: { loadNames: load.logic as never } })), load };
  };

  it('are asked for once, one kind after another', async () => {
    const { actor, load } = begin();
    actor.send({ type: 'names.wanted', kind: 'user', ids: [5] });
    actor.send({ type: 'names.wanted', kind: 'user', ids: [5, 6] });
    actor.send({ type: 'names.wanted', kind: 'pixel', ids: [5] });
    await load.question().answer([{ id: 5, label: 'Li' }]);
    await load.question().answer([{ id: 6, label: 'Wang' }]);
    await load.question().answer([{ id: 5, label: 'Shop pixel' }]);
    expect(load.inputs()).toEqual([
      { kind: 'user', ids: [5] },
      { kind: 'user', ids: [6] },
      { kind: 'pixel', ids: [5] },
    ]);
    expect(actor.getSnapshot().context).toEqual({ queue: [], answer: { user: { 5: 'Li', 6: 'Wang' }, pixel: { 5: 'Shop pixel' } } });
    actor.send({ type: 'names.wanted', kind: 'user', ids: [6] });
    expect(load.questions).toHaveLength(3);
  });

  it('that are not there are told, so that nobody filters by them', async () => {
    const { actor, load, facts } = begin();
    actor.send({ type: 'names.wanted', kind: 'site', ids: [1, 2] });
    await load.question().answer([{ id: 2, label: 'Shop' }]);
    expect(facts).toEqual([{ type: 'assetNames.missed', kind: 'site', ids: [1] }]);
    expect(actor.getSnapshot().context.answer).toEqual({ site: { 1: null, 2: 'Shop' } });
  });

  it('that could not be had are asked for at the next look', async () => {
    const { actor, load, facts } = begin();
    actor.send({ type: 'names.wanted', kind: 'site', ids: [1] });
    await load.question().refuse(new Error('cut'));
    actor.send({ type: 'names.wanted', kind: 'site', ids: [1] });
    expect(load.questions).toHaveLength(2);
    expect(facts).toEqual([]);
  });
});

describe('machines of assets', () => {
  it.each(walks.map((walk) => [walk.machine.id, walk] as const))('%s reaches every state, and takes every transition', (_, walk) => {
    expect(unreached(walk)).toEqual([]);
    expect(untaken(walk)).toEqual([]);
  });
});
