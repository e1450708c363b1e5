import type { Insertable } from 'kysely';
import type { InsightDailyTable, InsightHourlyTable } from '#server/database/schema-facts.ts';
import type { AdTable, CampaignTable } from '#server/database/schema-launches.ts';
import type { TestApp } from './app.ts';
import { contentFixtures } from './content.ts';

const AT = new Date('2026-09-01T02:00:00Z');
const kept = { created_at: AT, updated_at: AT };

/** Shared by the test file, because several instances may write into one database. */
let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};

type DayRow = Insertable<InsightDailyTable>;
type HourRow = Insertable<InsightHourlyTable>;
export type Measures = Partial<Omit<DayRow, 'ad_id' | 'stat_date' | 'pulled_at'>>;

/** An ad with the ids of its parents and the dimensions of its facts. */
export interface LaunchedAd {
  ad: number;
  group: number;
  campaign: number;
  account: number;
  /** Null without an owner. */
  owner: number | null;
  dims: Omit<DayRow, 'stat_date' | 'pulled_at'>;
}

/** Writes ad accounts, launched ads and their facts directly to the database. */
export function factFixtures(server: () => Pick<TestApp, 'db'>) {
  const content = contentFixtures(server);

  /** An ad account authorised by a person whose owner is `by`. */
  async function account(
    by: string,
    { timezone = 'Asia/Shanghai', currency = 'USD', name }: { timezone?: string; currency?: string; name?: string } = {},
  ): Promise<number> {
    const n = next();
    const { id: personal_account_id } = await server()
      .db.insertInto('personal_account')
      .values({
        channel: 'meta',
        connector: 'sandbox',
        platform_user_id: `61000000000${n}`,
        name: `授权人 ${n}`,
        usage: 'self',
        owner_user_id: await content.idOf(by),
        status: 'active',
        ...kept,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await server()
      .db.insertInto('ad_account')
      .values({
        channel: 'meta',
        connector: 'sandbox',
        platform_account_id: `62000000000${n}`,
        name: name ?? `账户 ${n}`,
        currency,
        timezone_name: timezone,
        account_status: 1,
        balance: 0,
        amount_spent: 0,
        min_daily_budget: 100,
        biz: 'dj',
        usage: 'self',
        personal_account_id,
        authorised_at: AT,
        ...kept,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async function ownerOf(by: string | null): Promise<number | null> {
    return by === null ? null : await content.idOf(by);
  }

  interface CampaignMore extends Partial<Pick<CampaignTable, 'name' | 'objective' | 'effective_status' | 'status' | 'biz'>> {
    source?: 'system' | 'platform';
    drama_id?: number;
    deleted_at?: Date;
  }

  async function campaign(account_id: number, by: string | null, { drama_id, ...more }: CampaignMore = {}): Promise<number> {
    const n = next();
    const { id } = await server()
      .db.insertInto('campaign')
      .values({
        ad_account_id: account_id,
        platform_campaign_id: `63000000000${n}`,
        name: `系列 ${n}`,
        biz: 'dj',
        drama_id: drama_id ?? (await content.drama()),
        owner_user_id: await ownerOf(by),
        objective: 'OUTCOME_SALES',
        budget_mode: 'daily',
        daily_budget: 10_000,
        bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
        status: 'ACTIVE',
        effective_status: 'ACTIVE',
        ...kept,
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async function group(campaign_id: number, more: { country?: string } = {}): Promise<number> {
    const n = next();
    const parent = await server().db.selectFrom('campaign').selectAll().where('id', '=', campaign_id).executeTakeFirstOrThrow();
    const { id } = await server()
      .db.insertInto('ad_group')
      .values({
        ad_account_id: parent.ad_account_id,
        campaign_id,
        platform_adset_id: `64000000000${n}`,
        name: `组 ${n}`,
        biz: parent.biz,
        drama_id: parent.drama_id,
        owner_user_id: parent.owner_user_id,
        optimization_goal: 'OFFSITE_CONVERSIONS',
        billing_event: 'IMPRESSIONS',
        attribution: '7d_click',
        targeting: JSON.stringify({ countries: [more.country ?? 'US'] }),
        primary_country: more.country ?? 'US',
        status: 'ACTIVE',
        effective_status: 'ACTIVE',
        ...kept,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async function ad(
    ad_group_id: number,
    more: Partial<Pick<AdTable, 'name' | 'status' | 'effective_status'>> & { material_id?: number } = {},
  ): Promise<LaunchedAd> {
    const n = next();
    const parent = await server().db.selectFrom('ad_group').selectAll().where('id', '=', ad_group_id).executeTakeFirstOrThrow();
    const { id } = await server()
      .db.insertInto('ad')
      .values({
        ad_account_id: parent.ad_account_id,
        campaign_id: parent.campaign_id,
        ad_group_id,
        platform_ad_id: `65000000000${n}`,
        name: `广告 ${n}`,
        biz: parent.biz,
        drama_id: parent.drama_id,
        owner_user_id: parent.owner_user_id,
        primary_text: '她回来了',
        call_to_action: 'WATCH_MORE',
        url_tags: 'ad_id={{ad.id}}',
        status: 'ACTIVE',
        effective_status: 'ACTIVE',
        review: 'approved',
        ...kept,
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const material = await server()
      .db.selectFrom('material')
      .select('creator_user_id')
      .where('id', '=', more.material_id ?? null)
      .executeTakeFirst();
    return {
      ad: id,
      group: ad_group_id,
      campaign: parent.campaign_id,
      account: parent.ad_account_id,
      owner: parent.owner_user_id,
      dims: {
        ad_id: id,
        ad_group_id,
        campaign_id: parent.campaign_id,
        ad_account_id: parent.ad_account_id,
        owner_user_id: parent.owner_user_id,
        biz: parent.biz,
        drama_id: parent.drama_id,
        material_id: more.material_id ?? null,
        creator_user_id: material?.creator_user_id ?? null,
        country: parent.primary_country,
        channel: 'meta',
      },
    };
  }

  /** A campaign with one group and one ad. */
  const tree = async (account_id: number, by: string | null, more: CampaignMore = {}): Promise<LaunchedAd> =>
    await ad(await group(await campaign(account_id, by, more)));

  const dayOf = (of: LaunchedAd, stat_date: string, more: Measures = {}): DayRow => ({ ...of.dims, stat_date, pulled_at: AT, ...more });

  async function days(rows: readonly DayRow[]): Promise<void> {
    for (let at = 0; at < rows.length; at += 500) {
      await server()
        .db.insertInto('insight_daily')
        .values(rows.slice(at, at + 500))
        .execute();
    }
  }

  async function hours(rows: readonly HourRow[]): Promise<void> {
    await server()
      .db.insertInto('insight_hourly')
      .values([...rows])
      .execute();
  }

  const hourOf = (of: LaunchedAd, stat_date: string, stat_hour: number, more: Partial<HourRow> = {}): HourRow => ({
    ad_id: of.ad,
    stat_date,
    stat_hour,
    ad_account_id: of.account,
    owner_user_id: of.owner,
    ...more,
  });

  /** Records until when the facts of an account were pulled. */
  async function synced(account_id: number, { pulled_at, failed_since }: { pulled_at?: Date; failed_since?: Date } = {}): Promise<void> {
    await server()
      .db.insertInto('fact_sync')
      .values({ ad_account_id: account_id, pulled_at: pulled_at ?? null, failed_since: failed_since ?? null, updated_at: AT })
      .execute();
  }

  return { ...content, account, campaign, group, ad, tree, dayOf, days, hourOf, hours, synced };
}
