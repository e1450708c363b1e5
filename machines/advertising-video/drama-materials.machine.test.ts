import { describe, expect, it } from 'vitest';
import { observe } from '#tests/support/stage.ts';
import { dramaMaterialsMachine } from './drama-materials.machine.ts';
import { asBasisPoints, asRatio, blankDrama, checkDrama } from './drama-rules.ts';

const begin = (search = '') => observe(dramaMaterialsMachine, { search });
const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);

describe('the tabs of short-drama materials', () => {
  it('begin when they are first looked at, where their own address says', () => {
    const { actor, given, facts } = begin('?drama_id=3');
    expect(given).toEqual({ materials: { search: '?drama_id=3' } });
    actor.send({ type: 'tab.chosen', tab: 'dramas' });
    expect(given.dramas).toEqual({ search: '?tab=dramas' });
    expect(facts).toEqual([{ type: 'page.moved', search: '?tab=dramas', how: 'push' }]);
  });

  it('keep their places while the other one is on the screen', () => {
    const { actor, facts, heard } = begin('?drama_id=3');
    actor.send({ type: 'tab.chosen', tab: 'dramas' });
    actor.send({ type: 'page.moved', search: '?tab=dramas&page=2', how: 'push' });
    actor.send({ type: 'tab.chosen', tab: 'materials' });
    expect(facts.at(-1)).toEqual({ type: 'page.moved', search: '?drama_id=3', how: 'push' });
    expect(types(heard().materials)).toEqual(['page.seen', 'page.left', 'page.located', 'page.seen']);
    actor.send({ type: 'tab.chosen', tab: 'dramas' });
    expect(facts.at(-1)).toEqual({ type: 'page.moved', search: '?tab=dramas&page=2', how: 'push' });
  });

  it('do not move the address of the other one when an answer comes late', () => {
    const { actor, facts } = begin();
    actor.send({ type: 'tab.chosen', tab: 'dramas' });
    actor.send({ type: 'page.moved', search: '?keyword=a', how: 'replace' });
    expect(facts).toHaveLength(1);
    actor.send({ type: 'tab.chosen', tab: 'materials' });
    expect(facts.at(-1)).toMatchObject({ search: '?keyword=a' });
  });
});

describe('the rules of a drama', () => {
  const good = {
    ...blankDrama,
    code: 'HER-BACK',
    title: '她回来了',
    language: 'en',
    genres: ['revenge'],
    episodes_total: 80,
    free_episodes: 10,
  };

  it('take a sound one', () => {
    expect(checkDrama(good, undefined)).toEqual({});
  });

  it.each([
    [{ code: 'her' }, 'code'],
    [{ genres: [] }, 'genres'],
    [{ free_episodes: 80 }, 'free_episodes'],
    [{ episodes_total: 501 }, 'episodes_total'],
    [{ target_roi: 0 }, 'target_roi'],
    [{ online_at: '2026-11-20', copyright_until: '2026-11-19' }, 'copyright_until'],
    [{ online_at: '2026-11-31' }, 'online_at'],
  ])('refuse %j', (change, field) => {
    expect(Object.keys(checkDrama({ ...good, ...change }, undefined))).toEqual([field]);
  });

  it('keep a target in basis points', () => {
    expect(asBasisPoints(0.57)).toBe(5700);
    expect(asRatio(6000)).toBe(0.6);
  });
});
