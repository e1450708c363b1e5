import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DoubleUnderTest, openDouble } from '#tests/support/meta-double.ts';
import type { InsightRow, Tok } from '../ad-platform.ts';
import { adOf, campaignOf, fileOf, groupOf, postOf } from '../conformance/specs.ts';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** What the connector reads over the wire, against what the world behind it says itself. */
describe('reading from Meta', () => {
  let channel: DoubleUnderTest;
  let t: Tok;
  const ids = { campaign: '', ad_group: '', ad: '' };

  beforeAll(async () => {
    channel = await openDouble({ pageSize: 3 });
    const { world, account, page, clock } = channel;
    t = { token: (await world.exchange(await channel.authorise())).token };
    const campaign = await world.createCampaign(t, account, campaignOf({ spend_cap: 50_000 }), 'c');
    const end_at = new Date(channel.now().getTime() + 30 * 86_400_000);
    const group = await world.createAdGroup(t, account, groupOf(campaign.id, { end_at, daily_budget: 80_000 }), 'g');
    const { post_id } = await world.createPost(t, page, postOf(), 'p');
    const { asset_id } = await world.uploadAsset(t, account, fileOf('image'), 'i');
    const ad = await world.createAd(t, account, adOf(group.id, page, { post_id, name: 'with a post' }), 'a');
    await world.createAd(t, account, adOf(group.id, page, { asset_id, name: 'with a file' }), 'b');
    Object.assign(ids, { campaign: campaign.id, ad_group: group.id, ad: ad.id });
    clock.forward({ hours: 20 });
  });
  afterAll(() => channel.close());

  it('finds the same ad accounts and pixels', async () => {
    const { platform, world, account } = channel;
    expect(await collect(platform.listAdAccounts(t))).toEqual(await collect(world.listAdAccounts(t)));
    expect(await collect(platform.listPixels(t, account))).toEqual(await collect(world.listPixels(t, account)));
  });

  it('finds the same audiences', async () => {
    const { platform, world, account } = channel;
    expect(await collect(platform.listAudiences(t, account))).toEqual(await collect(world.listAudiences(t, account)));
  });

  it.each(['age', 'gender', 'country', 'placement', 'device'] as const)(
    'divides the figures of a campaign by %s as the world does',
    async (by) => {
      const { platform, world, account } = channel;
      const today = channel.now().toISOString().slice(0, 10);
      const query = { level: 'campaign' as const, id: ids.campaign, from: '2026-11-01', to: today, by };
      expect(await platform.breakdown(t, account, query)).toEqual(await world.breakdown(t, account, query));
    },
  );

  it('divides all figures among the devices, and counts them to the country of the audience', async () => {
    const { platform, account } = channel;
    const days = { level: 'campaign' as const, id: ids.campaign, from: '2026-11-01', to: channel.now().toISOString().slice(0, 10) };
    const [devices, countries] = await Promise.all(
      (['device', 'country'] as const).map((by) => platform.breakdown(t, account, { ...days, by })),
    );
    const spend = devices?.reduce((sum, row) => sum + row.spend, 0);
    expect(devices?.map(({ value }) => value)).toContain('iphone');
    expect(spend).toBeGreaterThan(0);
    expect(countries).toMatchObject([{ value: 'US', spend }]);
  });

  it('finds the same pages, with the volume of those whose ads run in an ad account', async () => {
    const { platform, world, account, page } = channel;
    const inWorld = await collect(world.listPages(t));
    const expected = inWorld.map((each) => (each.id === page ? each : { ...each, ad_limit: null, ads_active: null }));
    expect(await collect(platform.listPages(t))).toEqual(expected);
    const own = inWorld.find(({ id }) => id === page);
    expect(own?.ads_active).toBeGreaterThan(0);
    expect(await collect(platform.pageVolumes(t, account))).toEqual([{ page, ads: own?.ads_active, limit: own?.ad_limit }]);
  });

  it('finds the same campaigns, ad groups and ads', async () => {
    const { platform, world, account } = channel;
    const fromWorld = await collect(world.changedSince(t, account, new Date(0)));
    const read = await collect(platform.changedSince(t, account, new Date(0)));
    expect(read).toHaveLength(fromWorld.length);
    // The texts of an ad made of a post are those of the post, and instants come in whole seconds.
    const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
    for (const entity of read) {
      const own = fromWorld.find(({ id }) => id === entity.id);
      const { spec, created_at, updated_at, ...rest } = entity;
      expect(own).toMatchObject(rest);
      expect([toSeconds(created_at), toSeconds(updated_at)]).toEqual([
        toSeconds(own?.created_at ?? created_at),
        toSeconds(own?.updated_at ?? updated_at),
      ]);
      if (entity.level !== 'ad') expect(own?.spec).toMatchObject(spec);
      else expect(own?.spec).toMatchObject({ page_id: entity.spec.page_id, post_id: entity.spec.post_id, url_tags: entity.spec.url_tags });
    }
  });

  it('finds the same figures by the day', async () => {
    const { platform, world, account } = channel;
    const query = { from: '2026-11-15', to: '2026-12-31', by: 'day' } as const;
    const rows = await collect(world.insights(t, account, query));
    expect(rows.length).toBeGreaterThan(0);
    expect(await collect(platform.insights(t, account, query))).toEqual(rows);
  });

  it('finds by the hour what the network counts by the hour, and nothing instead of zeros', async () => {
    const { platform, world, account } = channel;
    const query = { from: '2026-11-18', to: '2026-12-31', by: 'hour' } as const;
    const delivered = ({ ad_id, stat_date, stat_hour, spend, impressions, clicks, link_clicks }: InsightRow) => ({
      ad_id,
      stat_date,
      stat_hour,
      spend,
      impressions,
      clicks,
      link_clicks,
    });
    const read = await collect(platform.insights(t, account, query));
    expect(read.map(delivered)).toEqual((await collect(world.insights(t, account, query))).map(delivered));
    expect(read.length).toBeGreaterThan(5);
    for (const { lp_views, reach, plat_purchases, plat_value } of read)
      expect([lp_views, reach, plat_purchases, plat_value]).toEqual([null, null, null, null]);
  });

  it('asks for no day that has not begun, and for none beyond 37 months', async () => {
    const { platform, account, double } = channel;
    const before = double.requests.length;
    // The world behind the double reports half a year at most.
    await collect(platform.insights(t, account, { from: '2020-01-01', to: '2027-01-01', by: 'day' })).catch(() => []);
    const ordered = double.requests.slice(before).find(({ edge, method }) => edge === 'insights' && method === 'POST');
    expect(ordered?.parameters['time_range']).toMatchObject({
      since: expect.stringMatching(/^2023-/),
      until: expect.stringMatching(/^2026-11-/),
    });
    await expect(collect(platform.insights(t, account, { from: '2027-01-01', to: '2027-01-02', by: 'day' }))).resolves.toEqual([]);
  });

  it('cannot tell a foreign object from a missing one, and reads the account to find out', async () => {
    const { platform, account, foreignAccount } = channel;
    expect(await platform.entityState(t, account, 'ad', '100000000000000')).toBeNull();
    await expect(platform.entityState(t, foreignAccount, 'ad', '100000000000000')).rejects.toMatchObject({ code: 100, subcode: 33 });
  });

  it('asks for less when the network finds a page too large', async () => {
    const { platform, account, double } = channel;
    let tooLarge = 2;
    double.plan = ({ path }) => (path.endsWith('/ads') && tooLarge-- > 0 ? 'tooMuch' : null);
    const ads = (await collect(platform.changedSince(t, account, new Date(0)))).filter(({ level }) => level === 'ad');
    double.plan = () => null;
    expect(ads).toHaveLength(2);
    const limits = double.requests
      .filter(({ edge, node }) => edge === 'ads' && node === 'AdAccount')
      .map(({ parameters }) => parameters['limit']);
    expect(limits).toContain('25');
  });
});
