import { describe, expect, it } from 'vitest';
import { unreached, untaken } from '#tests/support/paths.ts';
import { observe } from '#tests/support/stage.ts';
import { adDetailsMachine, readPlace } from './ad-details.machine.ts';
import { walks } from './admin-advertising.walks.ts';
import { adminCampaigns, adminQueries } from './admin-entities.machine.ts';

const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);

describe('the campaigns of the company', () => {
  it('keep their chart over the same days and filters', () => {
    const { actor, heard } = observe(adminCampaigns, { search: '' });
    actor.send({ type: 'list.moved', search: '?unowned=true', how: 'push' });
    expect(heard().trend).toEqual([{ type: 'trend.located', search: '?unowned=true' }]);
  });

  it('drop a filter on an unseen user, and leave another filter with the same number', () => {
    const { actor, heard } = observe(adminCampaigns, { search: '?user_id=7&drama_id=7' });
    actor.send({ type: 'adPickers.unseen', filter: 'user_id', ids: [7] });
    expect(heard().list).toEqual([{ type: 'list.filtersRefused', names: ['user_id'] }]);
  });

  it('write their filters into the address and read them back', () => {
    const search = '?keyword=moon&campaign_id=5&group_id=6&deleted=yes&created_from=2026-11-01&created_to=2026-11-07';
    const query = adminQueries.ad;
    expect(new URLSearchParams(query.write(query.read(search))).toString()).toBe(new URLSearchParams(search).toString());
  });
});

describe('the details', () => {
  it('open every block about the object of the address, and an ad where no level is named', () => {
    const { heard } = observe(adDetailsMachine, { search: '?id=7' });
    const subject = { level: 'ad', id: 7 };
    expect(heard().info).toEqual([{ type: 'detail.opened', subject }]);
    expect(['trend', 'cohort', 'orders', 'raw'].map((block) => types(heard()[block]))).toEqual(Array(4).fill(['detail.opened']));
    expect(readPlace('?id=0')).toBeUndefined();
  });

  it('search what is typed, and open what a link names instead', () => {
    const { actor, heard, facts } = observe(adDetailsMachine, { search: '' });
    actor.send({ type: 'details.searched', keyword: ' moon ', level: 'campaign' });
    expect(heard().found?.at(-1)).toEqual({ type: 'detail.opened', subject: { keyword: 'moon', level: 'campaign' } });
    expect(facts).toEqual([{ type: 'page.moved', search: '?level=campaign&keyword=moon', how: 'push' }]);
    actor.send({ type: 'page.located', search: '?level=campaign&id=5' });
    expect(heard().info?.at(-1)).toEqual({ type: 'detail.opened', subject: { level: 'campaign', id: 5 } });
  });

  it('renew every block after an emergency turn-off, and announce its batch', () => {
    const { actor, heard, facts } = observe(adDetailsMachine, { search: '?id=7' });
    actor.send({ type: 'emergencyClose.started', batchId: 9, batchIds: [9] });
    actor.send({ type: 'emergencyClose.finished', batchId: 9, watched: true, okIds: [7], failedIds: [] });
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 9 }]);
    expect(types(heard().info)?.at(-1)).toBe('detail.refreshDue');
    expect(types(heard().events)?.at(-1)).toBe('log.refreshDue');
  });
});

describe('the machines of the pages', () => {
  it.each(walks.map((walk) => [walk.machine.id, walk] as const))('%s reaches every state, and takes every transition', (_, walk) => {
    expect(unreached(walk)).toEqual([]);
    expect(untaken(walk)).toEqual([]);
  });
});
