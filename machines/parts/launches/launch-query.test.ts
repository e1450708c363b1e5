import { describe, expect, it } from 'vitest';
import { hasUnseen, withoutUnseen } from './ad-pickers.machine.ts';
import { launchQueries } from './launch-query.ts';

const { campaign, ad_group: group, ad } = launchQueries;

describe('the address of a list of launches', () => {
  it('is read as it was written', () => {
    const search =
      '?keyword=moon&effective_status=ACTIVE%2CDISAPPROVED&ad_account_id=2%2C3&country=US%2CGB&view=losing&campaign_id=7&created_from=2026-11-01&created_to=2026-11-07&metric_range=spend%7E2000%7E%2Croi_d0%7E%7E0.5&sort=roi_d0.desc&page=2';
    expect(campaign.read(search).filters).toEqual({
      keyword: 'moon',
      effective_status: ['ACTIVE', 'DISAPPROVED'],
      ad_account_id: [2, 3],
      country: ['US', 'GB'],
      view: 'losing',
      campaign_id: [7],
      created_from: '2026-11-01',
      created_to: '2026-11-07',
      metric_range: [
        { metric: 'spend', min: 2000 },
        { metric: 'roi_d0', max: 0.5 },
      ],
    });
    expect(campaign.write(campaign.read(search))).toBe(search);
  });

  it('drops what it does not understand', () => {
    const search =
      '?effective_status=NEW&ad_account_id=x,-1&country=usa&view=all&metric_range=spend~~,fame~1~2,roi~x~y&ids=0&batch_id=b&closed_by=me&sort=fame.asc';
    expect(campaign.read(search)).toMatchObject({ filters: {}, sort: undefined });
  });

  it('names each row once, up to the limit', () => {
    const many = Array.from({ length: 300 }, (_, n) => n + 1).join(',');
    expect(ad.read(`?ids=7,7,8`).filters.ids).toEqual([7, 8]);
    expect(ad.read(`?campaign_id=${many}`).filters.campaign_id).toHaveLength(100);
  });

  it('can be sorted by the fields of its level, and by every metric', () => {
    expect(group.read('?sort=learning_events.desc').sort?.field).toBe('learning_events');
    expect(ad.read('?sort=learning_events.desc').sort).toBeUndefined();
    expect(ad.read('?sort=hook_rate.asc').sort).toEqual({ field: 'hook_rate', order: 'asc' });
  });
});

describe('an unseen id', () => {
  it('is removed from its filter, and the filter with the last id', () => {
    expect(withoutUnseen({ user_id: [7, 8], keyword: 'a' }, { filter: 'user_id', ids: [7] })).toEqual({ user_id: [8], keyword: 'a' });
    expect(withoutUnseen({ user_id: [7] }, { filter: 'user_id', ids: [7, 8] })).toEqual({ user_id: undefined });
  });

  it('is found only in its own filter', () => {
    expect(hasUnseen({ user_id: [7] }, { filter: 'user_id', ids: [7] })).toBe(true);
    expect(hasUnseen({ drama_id: [7] }, { filter: 'user_id', ids: [7] })).toBe(false);
  });
});
