import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { compareSchemeVersions, querySchemeFigures, querySchemeUsers } from '#contracts/endpoints/scheme-reports.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { type PublishAssets, publishingFixtures } from '#tests/support/publishing.ts';
import { sheetsIn } from '#tests/support/sheet.ts';
import { decideTakeOffs } from '../insights/index.ts';

let server: TestApp;
let assets: PublishAssets;
let scheme: number;
const rows = publishingFixtures(() => server);

const DAYS = { date_from: '2026-11-14', date_to: '2026-11-20' };

async function publish(scheme_id: number, accounts: number[]): Promise<void> {
  const request = { ...rows.request(assets, scheme_id), ad_account_ids: accounts };
  const { data: plan } = await server.as('opt_05', '/ad-publish/preview', request);
  const answer = await server.as('opt_05', '/ad-publish/submit', { plan_id: plan.plan_id, confirm_budget: true });
  if (answer.code !== 0) throw new Error(JSON.stringify(answer));
  await server.app.batches.settled();
}

/** Writes what each ad spent, in US cents, in the hour after it was created. */
async function spend(centsOf: (ad: { id: number; scheme_version: number | null }) => number): Promise<void> {
  const { rows: ads } = await sql<{ id: number; scheme_version: number | null }>`select id, scheme_version from ad order by id`.execute(
    server.db,
  );
  const spent = JSON.stringify(ads.map((ad) => ({ id: ad.id, cents: centsOf(ad) })));
  const spending = sql`json_to_recordset(${spent}::json) as r(id bigint, cents bigint) join ad a on a.id = r.id
    join ad_account x on x.id = a.ad_account_id cross join lateral (select a.created_at at time zone x.timezone_name as at) l`;
  await sql`
    insert into insight_daily (ad_id, stat_date, ad_group_id, campaign_id, ad_account_id, owner_user_id, biz, drama_id, scheme_id, scheme_version,
      country, channel, spend, spend_usd, rev_d0, pulled_at)
    select a.id, l.at::date, a.ad_group_id, a.campaign_id, a.ad_account_id, a.owner_user_id, a.biz, a.drama_id, a.scheme_id, a.scheme_version,
      'US', x.channel, r.cents, r.cents, r.cents / 2, now() from ${spending}`.execute(server.db);
  await sql`
    insert into insight_hourly (ad_id, stat_date, stat_hour, ad_account_id, owner_user_id, spend, spend_usd)
    select a.id, l.at::date, extract(hour from l.at), a.ad_account_id, a.owner_user_id, r.cents, r.cents from ${spending}`.execute(
    server.db,
  );
}

beforeAll(async () => {
  server = await createTestApp({ batches: { waitMs: 0 } });
  assets = await rows.prepareAssets();
  const made = await rows.scheme('opt_05', assets, { money: { budget_level: 'ad_group' } }, { name: '测剧' });
  scheme = made.id;
  await publish(scheme, assets.accounts.slice(0, 2));
  const { data: saved } = await server.as('opt_05', '/ad-schemes/detail', { id: scheme });
  const body = { ...saved.body, money: { ...saved.body.money, budget_usd: 9_900 }, audience: { ...saved.body.audience, age_min: 25 } };
  await server.as('opt_05', '/ad-schemes/edit', { id: scheme, version: saved.version, body });
  await publish(scheme, assets.accounts.slice(0, 1));
  await sql`update batch_item set status = 'failed', target_id = null where id = (
    select max(id) from batch_item where target_type = 'ad')`.execute(server.db);
  // One ad was found on the channel.
  await sql`
    update ad set scheme_id = null, scheme_version = null, source = 'platform' where id = (select min(id) from ad)`.execute(server.db);
  await sql`delete from ad_event where ad_id = (select min(id) from ad)`.execute(server.db);
  await sql`update ad set created_at = created_at - interval '80 hours'`.execute(server.db);
  await sql`update ad_event set at = at - interval '80 hours'`.execute(server.db);
  await sql`update batch set created_at = created_at - interval '80 hours'`.execute(server.db);
  await spend(({ scheme_version }) => (scheme_version === null ? 700 : scheme_version === 1 ? 6_000 : 1_000));
  await decideTakeOffs(server.db, server.clock.now());
});
afterAll(() => server.close());

type UserRequest = RequestOf<typeof querySchemeUsers>;
type Request = RequestOf<typeof querySchemeFigures>;
const askUsers = async (as: string, request: Partial<UserRequest> = {}) =>
  (await server.as(as, '/analyse-scheme/user_query', { ...DAYS, group_by: ['user'], ...request })).data;
const ask = async (as: string, request: Partial<Request> = {}) =>
  (await server.as(as, '/analyse-scheme/query', { ...DAYS, group_by: ['scheme'], ...request })).data;
const compare = async (as: string, request: Partial<RequestOf<typeof compareSchemeVersions>> = {}) =>
  await server.as(as, '/analyse-scheme/compare', { ...DAYS, scheme_id: scheme, versions: [1, 2], ...request });

describe('people who publish from schemes', () => {
  it('count schemes and publishes once, whatever the accounts, and the ads of every publish', async () => {
    const { list, totals } = await askUsers('lead_a');
    const expected = { schemes: 1, publishes: 2, ads_created: 11, publish_ok_rate: expect.closeTo(11 / 12, 5), ads_spending: 11 };
    expect(list.map(({ dims, m }) => [dims.user?.label, m])).toEqual([['吴小五', expect.objectContaining(expected)]]);
    expect(totals.m).toMatchObject(expected);
  });

  it('leave out ads from no scheme, and tell what these spent', async () => {
    const { totals, left_out } = await askUsers('lead_a');
    expect(totals.m['spend']).toBe(7 * 6_000 + 4 * 1_000);
    expect(left_out).toEqual({ m: { spend: 700 } });
  });

  it('tell the share of ads that took off, without younger ones', async () => {
    const { totals } = await askUsers('opt_05');
    expect(totals.m['takeoff_rate']).toBeCloseTo(7 / 11, 5);
    await sql`update ad set took_off = null`.execute(server.db);
    expect((await askUsers('opt_05')).totals.m['takeoff_rate']).toBeNull();
    await decideTakeOffs(server.db, server.clock.now());
  });

  it('are those in the scope of their reader', async () => {
    expect((await askUsers('opt_01')).list).toEqual([]);
    expect((await server.as('edit_01', '/analyse-scheme/user_query', { ...DAYS, group_by: ['user'] })).reason).toBe('NO_PATH');
  });

  it('are grouped by business line, and counted by day', async () => {
    expect((await askUsers('opt_05', { group_by: ['biz'] })).list.map(({ dims }) => dims.biz?.label)).toEqual(['短剧']);
    const { data } = await server.as('opt_05', '/analyse-scheme/user_trend', {
      ...DAYS,
      by: 'day',
      metrics: ['ads_created', 'takeoff_rate'],
    });
    expect(data.series.map(({ data: points }) => points.reduce((sum: number, point) => sum + (point ?? 0), 0))).toEqual([
      11,
      expect.closeTo(7 / 11, 5),
    ]);
  });
});

describe('a take-off', () => {
  it('is decided by the days where the hours are gone', async () => {
    const before = (await sql`select id, took_off from ad order by id`.execute(server.db)).rows;
    await sql`update ad set took_off = null`.execute(server.db);
    await sql`create temp table kept_hours as select * from insight_hourly`.execute(server.db);
    await sql`delete from insight_hourly`.execute(server.db);
    await decideTakeOffs(server.db, server.clock.now());
    expect((await sql`select id, took_off from ad order by id`.execute(server.db)).rows).toEqual(before);
    await sql`insert into insight_hourly select * from kept_hours`.execute(server.db);
  });

  it('needs the spend of the setting', async () => {
    const count = async () => {
      await sql`update ad set took_off = null`.execute(server.db);
      await decideTakeOffs(server.db, server.clock.now());
      return (await sql`select id from ad where took_off`.execute(server.db)).rows.length;
    };
    expect(await count()).toBe(7);
    await sql`insert into setting (key, value) values ('TAKE_OFF_SPEND_USD', '61')`.execute(server.db);
    expect(await count()).toBe(0);
    await sql`delete from setting where key = 'TAKE_OFF_SPEND_USD'`.execute(server.db);
    expect(await count()).toBe(7);
  });

  it('is not decided in the first 72 hours', async () => {
    await sql`update ad set took_off = null`.execute(server.db);
    expect(await decideTakeOffs(server.db, new Date(server.clock.now().getTime() - 24 * 3_600_000))).toBe(0);
    await decideTakeOffs(server.db, server.clock.now());
  });
});

describe('schemes', () => {
  it('say what each scheme is, and divide it by version', async () => {
    const { list } = await ask('opt_05');
    expect(list.map(({ dims }) => dims.scheme)).toEqual([
      {
        id: scheme,
        label: '测剧',
        version: 2,
        owner: expect.objectContaining({ label: '吴小五' }),
        status: 'enabled',
        deleted: false,
        body: expect.objectContaining({ objective: 'OUTCOME_SALES', budget_usd: 9_900 }),
        can: ['publish', 'edit', 'copy', 'set_status', 'delete'],
      },
    ]);
    const versions = await ask('opt_05', { group_by: ['scheme_version'], under: [{ by: 'scheme', id: scheme }] });
    const shown = versions.list.map(({ dims, m }) => [
      dims.scheme_version?.label,
      dims.scheme_version?.body?.budget_usd,
      m['publishes'],
      m['spend'],
    ]);
    expect(shown.toSorted()).toEqual([
      ['v1', expect.any(Number), 1, 42_000],
      ['v2', 9_900, 1, 4_000],
    ]);
    expect(versions).not.toHaveProperty('left_out');
  });

  it('keep their name and figures after they were deleted', async () => {
    await sql`update scheme set deleted_at = now() where id = ${scheme}`.execute(server.db);
    const { list } = await ask('opt_05', { filters: { scheme_id: [scheme] } });
    expect(list.map(({ dims, m }) => [dims.scheme?.label, dims.scheme?.deleted, dims.scheme?.can, m['publishes']])).toEqual([
      ['测剧', true, [], 2],
    ]);
    const named = await server.as('opt_05', '/ad-schemes/simple_list', { ids: [scheme] });
    expect(named.data.list.map(({ label }) => label)).toEqual(['测剧']);
    expect((await server.as('opt_05', '/ad-schemes/simple_list', {})).data.list).toEqual([]);
    await sql`update scheme set deleted_at = null where id = ${scheme}`.execute(server.db);
  });

  it('are exported with the fields of the scheme, or of its version', async () => {
    const token = await server.signIn('opt_05');
    const sheet = async (group_by: string[], columns: string[]) => {
      const { rawPayload } = await server.app.inject({
        method: 'POST',
        url: '/api/analyse-scheme/export',
        headers: { authorization: `Bearer ${token}` },
        payload: { ...DAYS, group_by, columns, sort: [{ field: 'spend', order: 'desc' }], locale: 'zh-cn' },
      });
      return sheetsIn(rawPayload)[0] ?? [];
    };
    const columns = [
      'scheme',
      'version',
      'scheme_owner',
      'scheme_status',
      'scheme_bid_strategy',
      'scheme_structure',
      'scheme_budget',
      'publishes',
    ];
    expect((await sheet(['scheme'], columns)).slice(0, 2)).toEqual([
      ['方案', '版本', '所有者', '状态', '出价', '结构', '预算 (USD)', '发布次数'],
      ['测剧', '2', '吴小五', '已启用', '最低成本', expect.stringContaining(' × '), '99', '2'],
    ]);
    const versions = await sheet(['scheme', 'scheme_version'], ['scheme', 'scheme_version', 'version', 'scheme_budget']);
    expect(versions.slice(1, 3).map(([, label, version, budget]) => [label, version, budget === '99'])).toEqual([
      ['v1', '1', false],
      ['v2', '2', true],
    ]);
  });
});

describe('compared versions', () => {
  it('differ in what was changed, and have the figures of their ads', async () => {
    const { data } = await compare('opt_05', { versions: [2, 1] });
    expect(data.diffs.toSorted()).toEqual(['audience.age_min', 'money.budget_usd']);
    expect(data.bodies.map((body) => body?.money.budget_usd === 9_900)).toEqual([true, false]);
    expect(data.m.map((m) => m['spend'])).toEqual([4_000, 42_000]);
  });

  it('hide what a private scheme of a colleague says, but not the figures of the reader’s own ads', async () => {
    await sql`
      update campaign set owner_user_id = (select id from sys_user where account = 'opt_01') where id = (select max(id) from campaign)`.execute(
      server.db,
    );
    await sql`
      update insight_daily set owner_user_id = (select id from sys_user where account = 'opt_01')
      where campaign_id = (select max(id) from campaign)`.execute(server.db);
    const { data } = await compare('opt_01');
    expect(data).toMatchObject({ bodies: [null, null], diffs: [] });
    const { list } = await ask('opt_01');
    expect(list.map(({ dims }) => [dims.scheme?.label, dims.scheme?.body, dims.scheme?.can])).toEqual([['测剧', null, []]]);
  });

  it('are not found when the scheme or a version is unknown', async () => {
    expect((await compare('opt_05', { versions: [1, 9] })).reason).toBe('NOT_FOUND');
    expect((await compare('opt_02')).reason).toBe('NOT_FOUND');
    expect((await compare('opt_05', { scheme_id: 9_999 })).reason).toBe('NOT_FOUND');
  });
});
