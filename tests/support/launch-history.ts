import { type Insertable, sql } from 'kysely';
import type { BizOrderTable, InsightDailyTable } from '#server/database/schema-facts.ts';
import type { AdEventTable, AdGroupTable, AdTable, CampaignTable, ScheduleTaskTable } from '#server/database/schema-launches.ts';
import type { TestApp } from './app.ts';
import { launchFixtures } from './launches.ts';
import { postFixtures } from './posts.ts';

const AT = new Date('2026-11-01T02:00:00Z');
const kept = { created_at: AT, updated_at: AT };
/** Shared by the test file, because several instances may write into one database. */
let serial = 0;

type More<Table> = Partial<Insertable<Table>>;
type Level = 'campaign' | 'ad_group' | 'ad';

/**
 * Writes launched objects with their daily facts, orders, events and scheduled tasks, in addition to the rows of `launchFixtures` and
 * `postFixtures`.
 */
export function launchHistoryFixtures(server: () => Pick<TestApp, 'db' | 'clock'>) {
  const launches = launchFixtures(server);
  const posts = postFixtures(server);
  const db = () => server().db;
  const next = () => {
    serial += 1;
    return serial;
  };
  const first = async (rows: Promise<{ id: number }>): Promise<number> => (await rows).id;

  /** A deliverable account in UTC of a person whose owner is `by`. */
  const account = async (by: string, more: Record<string, unknown> = {}): Promise<number> =>
    await launches.account(await launches.person(by), { timezone_name: 'UTC', ...more });

  /** A campaign with a daily budget of 50.00, without an owner when `by` is null. */
  const campaign = (by: string | null, ad_account_id: number, more: More<CampaignTable> = {}): Promise<number> =>
    launches.campaign(by, ad_account_id, { budget_mode: 'daily', daily_budget: 5_000, ...more });

  /** An ad group of the campaign, without a budget of its own. */
  const group = (campaign_id: number, more: More<AdGroupTable> = {}): Promise<number> =>
    launches.group(campaign_id, { budget_mode: null, ...more });

  const ad = (ad_group_id: number, more: More<AdTable> = {}): Promise<number> => launches.ad(ad_group_id, more);

  /** A campaign with one ad group and one ad, in an account of its own. */
  async function tree(by: string | null, more: More<CampaignTable> = {}) {
    const account_id = await account(by ?? 'admin');
    const campaign_id = await campaign(by, account_id, more);
    const group_id = await group(campaign_id);
    return { account_id, campaign_id, group_id, ad_id: await ad(group_id) };
  }

  const adRow = (ad_id: number) => db().selectFrom('ad').selectAll().where('id', '=', ad_id).executeTakeFirstOrThrow();

  /** The facts of an ad on one day; their owner is the ad's present one unless given. */
  async function day(ad_id: number, stat_date: string, measures: More<InsightDailyTable> = {}): Promise<void> {
    const current = await adRow(ad_id);
    const { primary_country } = await db()
      .selectFrom('ad_group')
      .select('primary_country')
      .where('id', '=', current.ad_group_id)
      .executeTakeFirstOrThrow();
    const { ad_group_id, campaign_id, ad_account_id, owner_user_id, biz, drama_id, product_id, material_id, scheme_id } = current;
    const place = { ad_id, stat_date, ad_group_id, campaign_id, ad_account_id, owner_user_id };
    const dims = {
      biz,
      drama_id,
      product_id,
      material_id,
      scheme_id,
      landing_page_id: current.landing_page_id,
      pixel_id: current.pixel_id,
    };
    await db()
      .insertInto('insight_daily')
      .values({ ...place, ...dims, country: primary_country, channel: 'meta', pulled_at: AT, ...measures })
      .execute();
  }

  /** An event of an object. */
  async function event(level: Level, id: number, more: More<AdEventTable> & Pick<Insertable<AdEventTable>, 'event'>): Promise<number> {
    const place = await sql<Pick<Insertable<AdEventTable>, 'campaign_id' | 'ad_group_id' | 'ad_id' | 'ad_account_id' | 'owner_user_id'>>`
      select ${sql.ref(level === 'campaign' ? 'id' : 'campaign_id')} as campaign_id,
        ${level === 'campaign' ? sql`null::bigint` : sql.ref(level === 'ad_group' ? 'id' : 'ad_group_id')} as ad_group_id,
        ${level === 'ad' ? sql`id` : sql`null::bigint`} as ad_id, ad_account_id, owner_user_id
      from ${sql.table(level)} where id = ${id}`.execute(db());
    const [found] = place.rows;
    if (found === undefined) throw new Error(`no ${level} ${id}`);
    const values: Insertable<AdEventTable> = { at: AT, level, ...found, actor_type: 'user', ...more };
    return await first(db().insertInto('ad_event').values(values).returning('id').executeTakeFirstOrThrow());
  }

  /** An order that came from an ad, paid at `paid_at`. */
  async function order(ad_id: number, paid_at: Date, more: More<BizOrderTable> = {}): Promise<number> {
    const n = next();
    const { biz, ad_group_id, campaign_id, ad_account_id, owner_user_id } = await adRow(ad_id);
    const place = { biz, ad_id, ad_group_id, campaign_id, ad_account_id, owner_user_id };
    const date = paid_at.toISOString().slice(0, 10);
    const values: Insertable<BizOrderTable> = {
      order_no: `T${n}`,
      site_id: await posts.site({ domain: `order${n}.test` }),
      user_key: `user-${n}`,
      ...place,
      order_type: 'first',
      amount: 1_000,
      currency: 'USD',
      amount_usd: 1_000,
      pay_channel: 'stripe',
      status: 'paid',
      ordered_at: paid_at,
      paid_at,
      country: 'US',
      os: 'web',
      stat_date: date,
      stat_hour: paid_at.getUTCHours(),
      biz_date: date,
      attribution: 'click',
      created_at: paid_at,
      updated_at: paid_at,
      ...more,
    };
    return await first(db().insertInto('biz_order').values(values).returning('id').executeTakeFirstOrThrow());
  }

  /** A scheduled task of an object. */
  async function schedule(
    level: Level,
    entity_id: number,
    more: More<ScheduleTaskTable> & Pick<Insertable<ScheduleTaskTable>, 'run_at'>,
  ): Promise<number> {
    const user_id = await posts.idOf('opt_01');
    const values: Insertable<ScheduleTaskTable> = { level, entity_id, action: 'pause', repeat: 'none', user_id, ...kept, ...more };
    return await first(db().insertInto('schedule_task').values(values).returning('id').executeTakeFirstOrThrow());
  }

  return { ...posts, account, campaign, group, ad, tree, day, event, order, schedule };
}
