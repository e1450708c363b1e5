import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DoubleUnderTest, openDouble } from '#tests/support/meta-double.ts';
import { adOf, campaignOf, groupOf, postOf } from '../conformance/specs.ts';
import { judge } from './facts/judge.ts';
import table from './facts/table.json' with { type: 'json' };

let channel: DoubleUnderTest;
beforeAll(async () => {
  channel = await openDouble();
});
afterAll(() => channel.close());

it.each([
  [['ISSUES_ELECTIONS_POLITICS', 'HOUSING'], 'POLITICAL'],
  [['HOUSING'], undefined],
  [[], undefined],
])('an ad of a campaign about %j has the authorisation category %s', async (special_ad_categories, category) => {
  const { platform, account, page, double } = channel;
  const t = { token: (await platform.exchange(await channel.authorise())).token };
  const tag = special_ad_categories.join(' ');
  const declared = { special_ad_categories, special_ad_countries: special_ad_categories.length === 0 ? [] : ['US'] };
  const campaign = await platform.createCampaign(t, account, campaignOf(declared), `c ${tag}`);
  const group = await platform.createAdGroup(t, account, groupOf(campaign.id), `g ${tag}`);
  const { post_id } = await platform.createPost(t, page, postOf(), `p ${tag}`);
  await platform.createAd(t, account, adOf(group.id, page, { post_id, special_ad_categories }), `a ${tag}`);
  const sent = double.requests.findLast(({ edge, method }) => edge === 'ads' && method === 'POST');
  const creative = sent?.parameters['creative'] as Record<string, unknown> | undefined;
  expect(creative?.['object_story_id']).toBe(post_id);
  expect(creative?.['authorization_category']).toBe(category);
  expect(double.requests.flatMap((request) => judge(table, request))).toEqual([]);
});
