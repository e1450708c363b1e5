import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { soundScheme } from '#tests/support/sound-scheme.ts';
import { countrySplits, creativeSplits, type SchemeBody } from './scheme-body.ts';
import { budgetOfDay, creativeSlots, plannedBudgets, plannedCampaigns, plannedCounts } from './scheme-expansion.ts';

type Structure = Partial<SchemeBody['structure']>;
const shaped = (structure: Structure, audience: Partial<SchemeBody['audience']> = {}, texts = ['a']) =>
  soundScheme({ structure, audience, creative: { primary_texts: texts } });
/** The creatives by campaign, ad group and ad. */
const laidOut = (body: SchemeBody, creatives: number) =>
  plannedCampaigns(body, creatives).map(({ groups }) => groups.map(({ ads }) => ads.map(({ creative }) => creative).join()));

describe('creatives', () => {
  const twoByTwo: Structure = { campaigns_per_account: 2, groups_per_campaign: 2, ads_per_group: 2 };
  it.each<[Structure['split_by'], number, string[][], number]>([
    [
      'ad',
      8,
      [
        ['0,1', '2,3'],
        ['4,5', '6,7'],
      ],
      8,
    ],
    ['ad', 5, [['0,1', '2,3'], ['4']], 8],
    ['ad', 1, [['0']], 8],
    [
      'ad_group',
      4,
      [
        ['0,0', '1,1'],
        ['2,2', '3,3'],
      ],
      4,
    ],
    ['ad_group', 3, [['0,0', '1,1'], ['2,2']], 4],
    [
      'campaign',
      2,
      [
        ['0,0', '0,0'],
        ['1,1', '1,1'],
      ],
      2,
    ],
    ['campaign', 1, [['0,0', '0,0']], 2],
    [
      'all',
      2,
      [
        ['0,1', '0,1'],
        ['0,1', '0,1'],
      ],
      2,
    ],
    [
      'all',
      1,
      [
        ['0', '0'],
        ['0', '0'],
      ],
      2,
    ],
  ])('of a structure that is split by %s, %i of them', (split_by, creatives, places, slots) => {
    const body = shaped({ ...twoByTwo, split_by });
    expect(laidOut(body, creatives)).toEqual(places);
    expect(creativeSlots(body)).toBe(slots);
  });

  it('that do not fit into the structure are counted', () => {
    expect(plannedCounts(shaped({ ...twoByTwo, split_by: 'ad_group' }), { accounts: 3, creatives: 6 })).toEqual({
      campaigns: 6,
      groups: 12,
      ads: 24,
      slots: 4,
      overflow: 2,
    });
  });
});

describe('countries', () => {
  const structure: Structure = { campaigns_per_account: 1, groups_per_campaign: 2, ads_per_group: 1, split_by: 'ad' };
  it('have their own campaigns, each with the same creatives', () => {
    const body = shaped(structure, { countries: ['US', 'GB'], country_split: 'per_campaign' });
    expect(laidOut(body, 2)).toEqual([
      ['0', '1'],
      ['0', '1'],
    ]);
    expect(plannedCampaigns(body, 2).map(({ countries, groups }) => [countries, groups.map((group) => group.countries)])).toEqual([
      [['US'], [['US'], ['US']]],
      [['GB'], [['GB'], ['GB']]],
    ]);
  });

  it('have their own ad groups, numbered within the campaign', () => {
    const body = shaped(structure, { countries: ['US', 'GB'], country_split: 'per_group' });
    const [campaign] = plannedCampaigns(body, 2);
    expect(campaign?.groups.map(({ seq, countries, ads }) => [seq, countries.join(), ads[0]?.creative])).toEqual([
      [1, 'US', 0],
      [2, 'US', 1],
      [3, 'GB', 0],
      [4, 'GB', 1],
    ]);
  });

  it('share an ad group otherwise', () => {
    expect(plannedCampaigns(shaped(structure, { countries: ['US', 'GB'] }), 1)[0]?.groups[0]?.countries).toEqual(['US', 'GB']);
  });
});

test('ads of one creative differ by text first, and by landing page after every text was used', () => {
  const body = shaped({ campaigns_per_account: 1, groups_per_campaign: 1, ads_per_group: 5, split_by: 'ad_group' }, {}, ['a', 'b']);
  const ads = plannedCampaigns(body, 1)[0]?.groups[0]?.ads ?? [];
  expect(ads.map(({ textTurn, landingTurn }) => [textTurn % 2, landingTurn])).toEqual([
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
    [0, 2],
  ]);
});

test('whatever the structure, the counts match the planned campaigns, nothing is empty, and numbers start from 1', () => {
  const structures = fc.record({
    campaigns_per_account: fc.integer({ min: 1, max: 4 }),
    groups_per_campaign: fc.integer({ min: 1, max: 5 }),
    ads_per_group: fc.integer({ min: 1, max: 6 }),
    split_by: fc.constantFrom(...creativeSplits),
  });
  fc.assert(
    fc.property(structures, fc.constantFrom(...countrySplits), fc.integer({ min: 1, max: 60 }), (structure, country_split, creatives) => {
      const body = shaped(structure, { countries: ['US', 'GB', 'BR'], country_split });
      const campaigns = plannedCampaigns(body, creatives);
      const groups = campaigns.flatMap((campaign) => campaign.groups);
      const ads = groups.flatMap((group) => group.ads);
      const counts = plannedCounts(body, { accounts: 1, creatives });
      expect([counts.campaigns, counts.groups, counts.ads]).toEqual([campaigns.length, groups.length, ads.length]);
      expect(campaigns.every((campaign) => campaign.groups.length > 0)).toBe(true);
      expect(groups.every((group) => group.ads.length > 0)).toBe(true);
      expect(campaigns.map(({ seq }) => seq)).toEqual(campaigns.map((_, at) => at + 1));
      for (const campaign of campaigns) expect(campaign.groups.map(({ seq }) => seq)).toEqual(campaign.groups.map((_, at) => at + 1));
      // Every creative that fits is used, and no other.
      const shown = new Set(ads.map(({ creative }) => creative));
      expect(shown.size).toBe(Math.min(creatives, counts.slots));
      expect(counts.overflow).toBe(Math.max(0, creatives - counts.slots));
    }),
  );
});

test('budgets are on campaigns or on groups', () => {
  const counts = plannedCounts(shaped({ groups_per_campaign: 3, ads_per_group: 1, split_by: 'all' }), { accounts: 2, creatives: 1 });
  expect([plannedBudgets(soundScheme(), counts), plannedBudgets(soundScheme({ money: { budget_level: 'ad_group' } }), counts)]).toEqual([
    2, 6,
  ]);
});

test('a lifetime budget is spread over its days and rounded up', () => {
  const start = Date.parse('2026-11-20T00:00:00Z');
  const days = (count: number) => start + count * 86_400_000;
  expect([
    budgetOfDay(1_000, 'daily', start, days(7)),
    budgetOfDay(1_000, 'lifetime', start, days(7)),
    budgetOfDay(1_000, 'lifetime', start, days(0.5)),
  ]).toEqual([1_000, 143, 1_000]);
});
