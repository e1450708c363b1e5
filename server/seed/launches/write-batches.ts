import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { insertMany } from './bulk.ts';
import { type LaunchedAd, type LaunchedCampaign, type LaunchedGroup, launchedAt, uuidOf } from './expand-plan.ts';
import type { PlannedLaunch } from './launch-plan.ts';
import type { WrittenIds } from './write-entities.ts';

const SECOND = 1_000;

/** A batch in its final state. */
export interface SeededBatch {
  type: 'publish' | 'copy' | 'status' | 'budget' | 'remove' | 'emergency_close';
  level: 'campaign' | 'ad_group' | 'ad' | null;
  user: number;
  origin: string;
  action: string;
  summary: { zh: string; en: string };
  params: object;
  scheme: { id: number; version: number } | null;
  at: Date;
  items: readonly SeededItem[];
}

export interface SeededItem {
  target: 'campaign' | 'ad_group' | 'ad' | 'launch' | 'material';
  id: number | null;
  label: string;
  params: object;
  /** Index of the parent item in the same list. */
  parent: number | null;
  lane: string | null;
  fault?: { status: 'failed' | 'unknown' | 'skipped'; code: number; reason: string; message: string; platform?: [string, string | null] };
  before?: object;
  after?: object;
  /** Set for a pending item that the channel does not accept before then. */
  waitsUntil?: Date;
  /** True for the item that runs once everything else in its branch has ended. */
  closes?: boolean;
}

/** Counts and status of a batch by its items. */
function countItems(items: readonly SeededItem[]) {
  const ended = items.filter(({ waitsUntil }) => waitsUntil === undefined);
  const countStatus = (status: string) => ended.filter(({ fault }) => (fault?.status ?? 'succeeded') === status).length;
  const [ok, fail, unknown, skip] = [countStatus('succeeded'), countStatus('failed'), countStatus('unknown'), countStatus('skipped')];
  const outcome = fail + unknown === 0 ? ('succeeded' as const) : ok === 0 ? ('failed' as const) : ('partial' as const);
  const status = ended.length < items.length ? ('running' as const) : outcome;
  return { ok, fail, unknown, skip, status, total: items.length, done: ended.length };
}

/** Writes a batch without its items and returns its id. */
export async function insertBatch(
  db: Kysely<Database>,
  { items, at, user, summary, params, scheme, ...batch }: SeededBatch,
): Promise<number> {
  const counts = countItems(items);
  const last = new Date(at.getTime() + (4 + counts.done * 2) * SECOND);
  const { id } = await db
    .insertInto('batch')
    .values({
      ...batch,
      ...counts,
      user_id: user,
      language: 'zh',
      summary: JSON.stringify(summary),
      params: JSON.stringify(params),
      scheme_id: scheme?.id ?? null,
      scheme_version: scheme?.version ?? null,
      started_at: new Date(at.getTime() + SECOND),
      finished_at: counts.done < counts.total ? null : last,
      created_at: at,
      updated_at: last,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes the items of batches that were written before. */
export async function insertItems(db: Kysely<Database>, batches: readonly { id: number; batch: SeededBatch }[]): Promise<void> {
  const rows = batches.flatMap(({ id, batch }) => {
    const tops: number[] = [];
    return batch.items.map((item, index) => {
      tops.push(item.parent === null ? index : (tops[item.parent] ?? item.parent));
      const begun = new Date(batch.at.getTime() + (2 + index * 2) * SECOND).toISOString();
      const { fault, waitsUntil } = item;
      const isOpen = waitsUntil !== undefined;
      return {
        batch_id: id,
        seq: index + 1,
        user_id: batch.user,
        address: '10.0.0.20',
        target_type: item.target,
        target_id: item.id,
        label: item.label.slice(0, 200),
        params: item.params,
        client_tag: uuidOf('item', id, index),
        locks: batch.type !== 'publish' && batch.type !== 'copy',
        status: isOpen ? 'pending' : (fault?.status ?? 'succeeded'),
        attempt: 1,
        repeats: isOpen && item.parent === null ? 2 : 0,
        not_before: waitsUntil?.toISOString() ?? null,
        checks: fault?.status === 'unknown' ? 3 : 0,
        lane: item.lane,
        branch: item.lane === null ? null : (tops[index] ?? 0) + 1,
        closes: item.closes ?? false,
        undone: false,
        code: fault?.code ?? null,
        reason: fault?.reason ?? null,
        platform_code: fault?.platform?.[0] ?? null,
        platform_subcode: fault?.platform?.[1] ?? null,
        message: fault?.message ?? null,
        data: fault?.reason === 'PLATFORM_REJECTED' ? { name: item.label.slice(0, 60), title: fault.message } : null,
        retryable: fault?.status === 'failed',
        before: item.before ?? null,
        after: item.after ?? null,
        started_at: isOpen ? null : begun,
        finished_at: isOpen ? null : new Date(Date.parse(begun) + SECOND).toISOString(),
        created_at: batch.at.toISOString(),
        updated_at: begun,
      };
    });
  });
  await insertMany(db, 'batch_item', rows);
  const above = batches.flatMap(({ id, batch }) =>
    batch.items.flatMap(({ parent }, index) => (parent === null ? [] : [{ batch_id: id, seq: index + 1, parent: parent + 1 }])),
  );
  await sql`
    update batch_item i set parent_item_id = p.id
    from jsonb_to_recordset(${JSON.stringify(above)}::jsonb) as r(batch_id bigint, seq int, parent int)
    join batch_item p on p.batch_id = r.batch_id and p.seq = r.parent
    where i.batch_id = r.batch_id and i.seq = r.seq`.execute(db);
}

const failures: Readonly<Record<string, NonNullable<SeededItem['fault']>>> = {
  creative: {
    status: 'failed',
    code: 510,
    reason: 'PLATFORM_REJECTED',
    message: 'Ad creative could not be created',
    platform: ['100', '1487390'],
  },
  limit: {
    status: 'failed',
    code: 511,
    reason: 'PLATFORM_LIMIT',
    message: 'Too many calls for this ad account',
    platform: ['80004', null],
  },
  lost: { status: 'unknown', code: 513, reason: 'PLATFORM_UNKNOWN', message: 'No answer came' },
};

interface LaunchBatchInput {
  plan: PlannedLaunch;
  campaigns: readonly LaunchedCampaign[];
  asOf: Date;
  /** Faults of the ads that could not be created. */
  faults: readonly (keyof typeof failures)[];
}

const commonNode = ({ content, scheme }: LaunchedCampaign, name: string) => ({
  name,
  biz: content.biz,
  drama_id: content.drama_id,
  product_id: content.product_id,
  scheme_id: scheme?.id ?? null,
  scheme_version: scheme?.version ?? null,
});

export const campaignItem = (campaign: LaunchedCampaign, ids: WrittenIds | null): SeededItem => ({
  target: 'campaign',
  id: ids?.campaigns.get(campaign.tag) ?? null,
  label: campaign.name,
  parent: null,
  lane: `account ${campaign.account.id}`,
  params: {
    ad_account_id: campaign.account.id,
    step: 'campaign',
    node: {
      ...commonNode(campaign, campaign.name),
      budget_mode: campaign.daily === null ? null : 'daily',
      budget: campaign.daily,
      objective: 'OUTCOME_SALES',
      bid_strategy: campaign.isCapped ? 'COST_CAP' : 'LOWEST_COST_WITHOUT_CAP',
      special_ad_categories: [],
      start_at: null,
      stop_at: null,
      source_campaign_id: null,
    },
  },
});

export const groupItem = (campaign: LaunchedCampaign, group: LaunchedGroup, parent: number, ids: WrittenIds | null): SeededItem => ({
  target: 'ad_group',
  id: ids?.groups.get(group.tag) ?? null,
  label: group.name,
  parent,
  lane: `account ${campaign.account.id}`,
  params: {
    ad_account_id: campaign.account.id,
    step: 'ad_group',
    node: {
      ...commonNode(campaign, group.name),
      budget_mode: group.daily === null ? null : 'daily',
      budget: group.daily,
      status: 'ACTIVE',
      optimization_goal: group.pixel === undefined ? 'LINK_CLICKS' : 'OFFSITE_CONVERSIONS',
      billing_event: 'IMPRESSIONS',
      bid_amount: group.bid,
      roas_floor_bp: null,
      pixel_id: group.pixel?.id ?? null,
      custom_event_type: group.pixel === undefined ? null : 'PURCHASE',
      attribution: '7d_click_1d_view',
      targeting: { countries: group.countries },
      start_at: null,
      end_at: null,
      source_group_id: null,
    },
  },
});

export const adItem = (
  campaign: LaunchedCampaign,
  group: LaunchedGroup,
  ad: LaunchedAd,
  parent: number,
  id: number | null,
): SeededItem => ({
  target: 'ad',
  id,
  label: ad.name,
  parent,
  lane: `account ${campaign.account.id}`,
  params: {
    ad_account_id: campaign.account.id,
    step: 'ad',
    node: {
      ...commonNode(campaign, ad.name),
      status: 'ACTIVE',
      material_id: ad.material.id,
      post_id: null,
      homepage_id: ad.page.id,
      landing_page_id: ad.landing.id,
      pixel_id: group.pixel?.id ?? null,
      primary_text: ad.text,
      headline: ad.headline,
      call_to_action: campaign.account.biz === 'dj' ? 'WATCH_MORE' : 'SHOP_NOW',
      url_tags: ad.landing.url_tags,
      source_ad_id: null,
    },
  },
});

/** The batch that launched these campaigns, without ids while nothing is written. Null when the campaigns have no owner. */
export function createLaunchBatch({ plan, campaigns, asOf, faults }: LaunchBatchInput, ids: WrittenIds | null): SeededBatch | null {
  const [first] = campaigns;
  const user = first?.account.owner ?? null;
  if (first === undefined || user === null) return null;
  const items: SeededItem[] = [];
  const remainingFaults = [...faults];
  for (const campaign of campaigns) {
    const top = items.push(campaignItem(campaign, ids)) - 1;
    for (const group of campaign.groups) {
      const parent = items.push(groupItem(campaign, group, top, ids)) - 1;
      for (const ad of group.ads) items.push(adItem(campaign, group, ad, parent, ids?.ads.get(ad.tag) ?? null));
      const fault = remainingFaults.shift();
      const [template] = group.ads;
      if (fault !== undefined && template !== undefined) {
        const { fault: _none, ...item } = adItem(campaign, group, { ...template, name: `${template.material.title}_09` }, parent, null);
        items.push({ ...item, fault: failures[fault] as NonNullable<SeededItem['fault']> });
      }
    }
  }
  const accounts = new Set(campaigns.map(({ account }) => account.id)).size;
  const ads = items.filter(({ target }) => target === 'ad').length;
  const usd = Math.round(campaigns.length * 12_000);
  return {
    type: plan.isCopy ? 'copy' : 'publish',
    level: plan.isCopy ? 'campaign' : null,
    user,
    origin: plan.isCopy ? '/advertising/start' : '/advertising/publish',
    action: plan.isCopy ? '/ad-entities/batch_copy' : '/ad-publish/submit',
    summary: {
      zh: plan.isCopy ? `复制 ${campaigns.length} 个广告系列` : `${accounts} 个账户，${ads} 条广告`,
      en: plan.isCopy ? `Copies of ${campaigns.length} campaigns` : `${accounts} accounts, ${ads} ads`,
    },
    params: {
      owner_user_id: user,
      event: plan.isCopy ? 'copy' : 'publish',
      on_empty: 'keep',
      accounts,
      ads,
      budget_day_usd: usd,
    },
    scheme: plan.isCopy || first.scheme === undefined ? null : { id: first.scheme.id, version: first.scheme.version },
    at: new Date(launchedAt(plan, asOf) - 30 * SECOND),
    items,
  };
}
