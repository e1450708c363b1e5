import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DoubleUnderTest, openDouble } from '#tests/support/meta-double.ts';
import { campaignOf, groupOf } from '../conformance/specs.ts';

let channel: DoubleUnderTest;
let t: { token: string };
let campaign: string;
let searches = 0;

beforeAll(async () => {
  channel = await openDouble();
  t = { token: (await channel.platform.exchange(await channel.authorise())).token };
  campaign = (await channel.platform.createCampaign(t, channel.account, campaignOf(), 'c')).id;
  channel.double.plan = ({ path }) => {
    if (path === '/search') searches += 1;
    return null;
  };
});
afterAll(() => channel.close());

async function targetingOf(targeting: object, tag: string): Promise<Record<string, unknown>> {
  const { platform, account, double } = channel;
  await platform.createAdGroup(t, account, { ...groupOf(campaign), targeting: { countries: ['US'], ...targeting } }, tag);
  return double.requests.findLast(({ edge, method }) => edge === 'adsets' && method === 'POST')?.parameters['targeting'] as never;
}

it('languages become entries of the list of the network: the one for all forms, or every form', async () => {
  expect((await targetingOf({ locales: ['en'] }, 'a'))['locales']).toEqual([1001]);
  expect((await targetingOf({ locales: ['pt', 'ja', '24'] }, 'b'))['locales']).toEqual([16, 31, 11, 24]);
  expect((await targetingOf({ locales: ['es', 'zh'] }, 'whole'))['locales']).toEqual([1002, 1004]);
  expect((await targetingOf({ locales: ['en-US', 'es-LA', 'es-ES', 'zh-CN'] }, 'forms'))['locales']).toEqual([6, 23, 7, 20]);
});

it('languages are read back by their codes, one form of several, too, but for one that the product does not know', async () => {
  const { platform, account } = channel;
  const languagesOf = async (locales: string[], tag: string) => {
    const made = await platform.createAdGroup(t, account, { ...groupOf(campaign), targeting: { countries: ['US'], locales } }, tag);
    const read = await platform.entityState(t, account, 'ad_group', made.id);
    return read?.level === 'ad_group' ? read.spec.targeting['locales'] : undefined;
  };
  expect(await languagesOf(['en', 'ja', '24'], 'read-a')).toEqual(['en', 'ja', '24']);
  expect(await languagesOf(['pt'], 'read-b')).toEqual(['pt']);
  expect(await languagesOf(['16', '77'], 'read-c')).toEqual(['pt-BR', '77']);
  expect(await languagesOf(['zh-TW', 'es-LA', 'es'], 'read-d')).toEqual(['es', 'es-LA', 'zh-TW']);
});

it('an interest keeps its id when the network knows it, and gets that of the same name otherwise', async () => {
  const interests = [
    { id: '6003', name: 'Drama' },
    { id: '6003107906901', name: 'Romance novels' },
  ];
  const targeting = await targetingOf({ interests }, 'c');
  expect(targeting['flexible_spec']).toEqual([
    {
      interests: [
        { id: '6003', name: 'Drama' },
        { id: '6003225504822', name: 'Romance novels' },
      ],
    },
  ]);
});

it('asks once for each language and interest', async () => {
  const before = searches;
  await targetingOf({ locales: ['en'], interests: [{ id: '6003107906901', name: 'Romance novels' }] }, 'd');
  expect(searches).toBe(before);
});

it.each([
  [{ locales: ['th'] }, 'targeting.locales', 'Thai'],
  [{ locales: ['zh-HK'] }, 'targeting.locales', 'Traditional Chinese (Hong Kong)'],
  [{ locales: ['no language'] }, 'targeting.locales', 'no language'],
  [{ interests: [{ id: '1', name: 'Romance' }] }, 'targeting.interests', 'Romance'],
])('what the network does not list is refused at its field, before anything is made: %j', async (targeting, field, name) => {
  const { platform, account, double } = channel;
  const before = double.requests.length;
  const spec = { ...groupOf(campaign), targeting: { countries: ['US'], ...targeting } };
  const refused = platform.validate(t, account, { level: 'ad_group', spec });
  await expect(refused).rejects.toMatchObject({ kind: 'rejected', fields: [field], message: expect.stringContaining(name) });
  expect(double.requests).toHaveLength(before);
});
