import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { EntityLevel } from '#server/database/schema-launches.ts';
import { hostingOperator } from '../../hosting-operator.sql.ts';
import { platformColumn } from '../entities/index.ts';
import type { AdNode, CampaignNode, GroupNode } from './launch-items.ts';

type Db = Kysely<Database>;

/** The columns every new row starts with. The channel finds the object by its tag. */
export interface NewRow {
  tag: string;
  ad_account_id: number;
  owner_user_id: number;
  batch_id: number;
  now: Date;
}

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

const toBudgetColumns = ({ budget_mode, budget }: { budget_mode: 'daily' | 'lifetime' | null; budget: number | null }) => ({
  budget_mode,
  daily_budget: budget_mode === 'daily' ? budget : null,
  lifetime_budget: budget_mode === 'lifetime' ? budget : null,
});

/** What is made in a hosted account belongs to its operator. */
const toCommonColumns = ({ tag, now, owner_user_id, ...making }: NewRow) => ({
  ...making,
  owner_user_id: sql<number>`coalesce(${hostingOperator(sql`${making.ad_account_id}::bigint`)}, ${owner_user_id}::bigint)`,
  client_tag: tag,
  sync_state: 'pushing' as const,
  effective_status: 'IN_PROCESS' as const,
  created_at: now,
  updated_at: now,
});

/** A new campaign is paused until its ads exist. */
export async function insertCampaign(
  db: Db,
  making: NewRow,
  { start_at, stop_at, budget_mode, budget, ...node }: CampaignNode,
): Promise<number> {
  const row = { ...toCommonColumns(making), ...node, ...toBudgetColumns({ budget_mode, budget }), status: 'PAUSED' as const };
  const { id } = await db
    .insertInto('campaign')
    .values({ ...row, start_at: toDate(start_at), stop_at: toDate(stop_at) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertGroup(
  db: Db,
  making: NewRow,
  campaign_id: number,
  { start_at, end_at, budget_mode, budget, targeting, promoted_homepage_id: _promoted, ...node }: GroupNode,
): Promise<number> {
  const row = { ...toCommonColumns(making), ...node, ...toBudgetColumns({ budget_mode, budget }), campaign_id };
  const { id } = await db
    .insertInto('ad_group')
    .values({
      ...row,
      targeting: JSON.stringify(targeting),
      primary_country: targeting.countries[0] ?? 'US',
      learning_stage: 'LEARNING',
      start_at: toDate(start_at),
      end_at: toDate(end_at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertAd(
  db: Db,
  making: NewRow,
  above: { campaign_id: number; ad_group_id: number },
  { replaces: _replaces, ...node }: AdNode,
): Promise<number> {
  const { id } = await db
    .insertInto('ad')
    .values({ ...toCommonColumns(making), ...node, ...above })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A row found by its tag. */
export interface CreatedRow {
  id: number;
  campaign_id: number;
  ad_account_id: number;
  platform_id: string | null;
}

/** The row of an item, by its tag; undefined when its creation never began. */
export async function findByTag(db: Db, level: EntityLevel, tag: string): Promise<CreatedRow | undefined> {
  const campaign = level === 'campaign' ? sql`id` : sql`campaign_id`;
  const found = await sql<CreatedRow>`
    select id, ${campaign} as campaign_id, ad_account_id, ${sql.ref(platformColumn[level])} as platform_id
    from ${sql.table(level)} where client_tag = ${tag}::uuid`.execute(db);
  return found.rows[0];
}

/** Stores the channel's id of a created object. */
export async function markCreated(db: Db, level: EntityLevel, id: number, platformId: string, now: Date): Promise<void> {
  await sql`
    update ${sql.table(level)} set ${sql.ref(platformColumn[level])} = ${platformId}, sync_state = 'synced', updated_at = ${now}
    where id = ${id}`.execute(db);
}

/** True when another object of the account already has this channel id. */
export async function isPlatformIdTaken(
  db: Db,
  level: EntityLevel,
  { id, ad_account_id }: Pick<CreatedRow, 'id' | 'ad_account_id'>,
  platformId: string,
) {
  const found = await sql`
    select 1 from ${sql.table(level)} where ad_account_id = ${ad_account_id} and ${sql.ref(platformColumn[level])} = ${platformId}
      and id <> ${id}`.execute(db);
  return found.rows.length > 0;
}

/** Deletes the row of an object that was never created on the channel; nothing refers to it yet. */
export async function deleteUncreated(db: Db, level: EntityLevel, id: number): Promise<void> {
  await sql`delete from ${sql.table(level)} where id = ${id} and ${sql.ref(platformColumn[level])} is null`.execute(db);
}

/** The parent that an object is created in. */
export interface ParentRow {
  id: number;
  campaign_id: number;
  platform_id: string | null;
  status: string;
  /** Of a campaign. */
  bid_strategy: string | null;
  /** The regulated subjects that the campaign declares. */
  special_ad_categories: string[];
}

/** Finds a campaign or ad group by its tag, or by its id when it existed before. */
export async function findParent(
  db: Db,
  level: 'campaign' | 'ad_group',
  by: { tag: string | null; id: number | undefined },
): Promise<ParentRow | undefined> {
  const isCampaign = level === 'campaign';
  const condition = by.id === undefined ? sql`p.client_tag = ${by.tag}::uuid` : sql`p.id = ${by.id}`;
  const found = await sql<ParentRow>`
    select p.id, c.id as campaign_id, p.${sql.ref(platformColumn[level])} as platform_id, p.status, c.special_ad_categories,
      ${isCampaign ? sql`c.bid_strategy` : sql`null`} as bid_strategy
    from ${sql.table(level)} p join campaign c on c.id = ${isCampaign ? sql`p.id` : sql`p.campaign_id`} where ${condition}`.execute(db);
  return found.rows[0];
}
