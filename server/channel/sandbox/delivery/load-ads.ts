import type { AdSpec } from '../../ad-platform.ts';
import type { SandboxDatabase } from '../tables.ts';
import { type Traits, traitsOf } from './model.ts';

/** An ad with its parents, in their current state. */
export interface LoadedAd {
  id: string;
  group: string;
  traits: Traits;
  /** Landing page, and the pixel its events are reported to. */
  link: string | null;
  pixel: string | null;
  countries: readonly string[];
  bid: number | null;
  budget: { id: string; daily: number | null; lifetime: number | null };
  campaign: string;
  campaignCap: number | null;
  /** True when the ad, its ad group and its campaign are active and the ad is not disapproved. */
  isOn: boolean;
  startsAt: number;
  endsAt: number;
}

const latest = (...instants: readonly (Date | null)[]): number =>
  Math.max(...instants.map((each) => each?.getTime() ?? Number.NEGATIVE_INFINITY));
const earliest = (...instants: readonly (Date | null)[]): number =>
  Math.min(...instants.map((each) => each?.getTime() ?? Number.POSITIVE_INFINITY));

/** All ads of an account, including deleted ones, because their spend counts. */
export async function loadAds(db: SandboxDatabase, seed: string, account: string): Promise<LoadedAd[]> {
  const rows = await db
    .selectFrom('sbx_ad as a')
    .innerJoin('sbx_group as g', 'g.id', 'a.group_id')
    .innerJoin('sbx_campaign as c', 'c.id', 'a.campaign_id')
    .leftJoin('sbx_post as p', 'p.id', 'a.post_id')
    .leftJoin('sbx_asset as f', 'f.id', 'a.asset_id')
    .select([
      'a.id',
      'a.link',
      'a.traits',
      'a.review_at',
      'a.review_feedback',
      'a.appeal_decided_at',
      'a.appeal_granted',
      'a.status as ad_status',
      'g.status as group_status',
      'c.status as campaign_status',
    ])
    .select([
      'g.id as group_id',
      'g.country',
      'g.targeting',
      'g.pixel_id',
      'g.bid_amount',
      'g.daily_budget as g_daily',
      'g.lifetime_budget as g_lifetime',
      'g.start_at as g_start',
      'g.end_at as g_end',
    ])
    .select([
      'c.id as campaign_id',
      'c.daily_budget as c_daily',
      'c.lifetime_budget as c_lifetime',
      'c.spend_cap',
      'c.start_at as c_start',
      'c.stop_at as c_stop',
    ])
    .select(['p.type as post_type', 'p.link as post_link', 'p.deleted_at', 'f.mime'])
    .where('a.account_id', '=', account)
    .orderBy('a.id')
    .execute();
  return rows.map((row) => {
    const isGranted = row.appeal_granted === true;
    const isApproved = row.review_feedback === null || isGranted;
    const isShared = row.c_daily !== null || row.c_lifetime !== null;
    return {
      id: row.id,
      group: row.group_id,
      traits: traitsOf(seed, {
        id: row.id,
        account,
        country: row.country,
        isVideo: row.post_type === 'video' || row.mime?.startsWith('video/') === true,
        traits: row.traits as AdSpec['traits'],
      }),
      link: row.link ?? row.post_link,
      pixel: row.pixel_id,
      countries: (row.targeting as { countries: string[] }).countries,
      bid: row.bid_amount,
      budget: isShared
        ? { id: row.campaign_id, daily: row.c_daily, lifetime: row.c_lifetime }
        : { id: row.group_id, daily: row.g_daily, lifetime: row.g_lifetime },
      campaign: row.campaign_id,
      campaignCap: row.spend_cap,
      isOn: [row.ad_status, row.group_status, row.campaign_status].every((status) => status === 'ACTIVE') && isApproved,
      startsAt: latest(row.review_at, isGranted ? row.appeal_decided_at : null, row.g_start, row.c_start),
      endsAt: earliest(row.g_end, row.c_stop, row.deleted_at),
    };
  });
}
