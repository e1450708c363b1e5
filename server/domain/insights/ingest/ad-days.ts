import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** An ad on a day of its account. */
export interface AdDay {
  ad_id: number;
  stat_date: string;
}

/** The keys of the days without duplicates. */
export const uniqueDays = (days: Iterable<AdDay>): AdDay[] => [
  ...new Map([...days].map(({ ad_id, stat_date }) => [`${ad_id} ${stat_date}`, { ad_id, stat_date }])).values(),
];

export const AD_DAY_COLUMNS = sql`as r(ad_id bigint, stat_date date)`;

/** Locks the facts of an account until the end of the transaction, so that they have one writer at a time. */
export async function lockFacts(db: Kysely<Database>, accountId: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`facts ${accountId ?? 'of nobody'}`}, 0))`.execute(db);
}

/**
 * Adds missing ad-days. The owner and content of an ad's day are fixed here, from the current state of its campaign, ad group and material;
 * nothing changes them later.
 */
export async function ensureAdDays(db: Kysely<Database>, days: readonly AdDay[], now: Date): Promise<void> {
  if (days.length === 0) return;
  await sql`
    insert into insight_daily (ad_id, stat_date, ad_group_id, campaign_id, ad_account_id, owner_user_id, biz, drama_id, product_id, material_id,
      creator_user_id, scheme_id, scheme_version, landing_page_id, pixel_id, country, channel, pulled_at)
    select a.id, r.stat_date, a.ad_group_id, a.campaign_id, a.ad_account_id, c.owner_user_id, a.biz, a.drama_id, a.product_id, a.material_id,
      m.creator_user_id, a.scheme_id, a.scheme_version, a.landing_page_id, coalesce(a.pixel_id, g.pixel_id), g.primary_country, x.channel, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(uniqueDays(days))}::json) ${AD_DAY_COLUMNS}
    join ad a on a.id = r.ad_id
    join ad_group g on g.id = a.ad_group_id
    join campaign c on c.id = a.campaign_id
    join ad_account x on x.id = a.ad_account_id
    left join material m on m.id = a.material_id
    where not exists (select from insight_daily d where d.ad_id = r.ad_id and d.stat_date = r.stat_date)
    order by 1, 2
    on conflict do nothing`.execute(db);
}
