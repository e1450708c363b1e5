import type { Kysely } from 'kysely';
import type { AdGroupSpec, CampaignSpec } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { refuse } from '../../refusal.ts';
import type { CampaignNode, GroupNode } from './launch-items.ts';

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));
const toBudgetFields = ({ budget_mode, budget }: { budget_mode: 'daily' | 'lifetime' | null; budget: number | null }) => ({
  daily_budget: budget_mode === 'daily' ? budget : null,
  lifetime_budget: budget_mode === 'lifetime' ? budget : null,
});

/** The spec from which the channel creates a campaign, paused until its ads exist. */
export function toCampaignSpec(node: CampaignNode): CampaignSpec {
  const { name, objective, special_ad_categories, special_ad_countries = [], bid_strategy, start_at, stop_at } = node;
  return {
    name,
    objective,
    special_ad_categories,
    special_ad_countries,
    status: 'PAUSED',
    bid_strategy,
    ...toBudgetFields(node),
    spend_cap: null,
    start_at: toDate(start_at),
    stop_at: toDate(stop_at),
  };
}

async function loadPlatformPixelId(db: Kysely<Database>, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const pixel = await db
    .selectFrom('pixel')
    .select('platform_pixel_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (pixel === undefined) throw refuse('PIXEL_NOT_SHARED', { account: '' });
  return pixel.platform_pixel_id;
}

async function loadPlatformPageId(db: Kysely<Database>, id: number | undefined): Promise<string | null> {
  if (id === undefined) return null;
  const page = await db
    .selectFrom('homepage')
    .select('platform_page_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (page === undefined) throw refuse('HOMEPAGE_UNUSABLE', { status: 'gone' });
  return page.platform_page_id;
}

/** The spec from which the channel creates an ad group. */
export async function loadGroupSpec(
  db: Kysely<Database>,
  node: GroupNode,
  campaign: { platform_id: string; bid_strategy: string | null },
): Promise<AdGroupSpec> {
  const { name, status, optimization_goal, billing_event, bid_amount, roas_floor_bp, custom_event_type, attribution, targeting } = node;
  return {
    campaign_id: campaign.platform_id,
    name,
    status,
    optimization_goal,
    billing_event,
    bid_strategy: campaign.bid_strategy,
    bid_amount,
    roas_floor_bp,
    ...toBudgetFields(node),
    pixel_id: await loadPlatformPixelId(db, node.pixel_id),
    custom_event_type,
    app: node.app_id && node.app_store_url ? { id: node.app_id, store_url: node.app_store_url } : null,
    page_id: await loadPlatformPageId(db, node.promoted_homepage_id),
    attribution,
    targeting,
    beneficiary: node.beneficiary ?? null,
    payer: node.payer ?? null,
    start_at: toDate(node.start_at),
    end_at: toDate(node.end_at),
  };
}
