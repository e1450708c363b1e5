import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { EntityLevel } from '#server/database/schema-launches.ts';
import { platformColumn } from '../entities/index.ts';
import type { AdNode, CampaignNode, GroupNode } from './launch-items.ts';

type Db = Kysely<Database>;

/** Whose it will be, where it is made, and by which tag the channel finds it. */
export interface Making {
  tag: string;
  ad_account_id: number;
  owner_user_id: number;
  batch_id: number;
  now: Date;
}

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));

const budgets = ({ budget_mode, budget }: { budget_mode: 'daily' | 'lifetime' | null; budget: number | null }) => ({
  budget_mode,
  daily_budget: budget_mode === 'daily' ? budget : null,
  lifetime_budget: budget_mode === 'lifetime' ? budget : null,
});

const common = ({ tag, now, ...making }: Making) => ({
  ...making,
  client_tag: tag,
  sync_state: 'pushing' as const,
  effective_status: 'IN_PROCESS' as const,
  created_at: now,
  updated_at: now,
});

/** A campaign that is about to be made: it is paused until its ads are there. */
export async function insertCampaign(
  db: Db,
  making: Making,
  { start_at, stop_at, budget_mode, budget, ...node }: CampaignNode,
): Promise<number> {
  const row = { ...common(making), ...node, ...budgets({ budget_mode, budget }), status: 'PAUSED' as const };
  const { id } = await db
    .insertInto('campaign')
    .values({ ...row, start_at: instant(start_at), stop_at: instant(stop_at) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertGroup(
  db: Db,
  making: Making,
  campaign_id: number,
  { start_at, end_at, budget_mode, budget, targeting, ...node }: GroupNode,
): Promise<number> {
  const row = { ...common(making), ...node, ...budgets({ budget_mode, budget }), campaign_id };
  const { id } = await db
    .insertInto('ad_group')
    .values({
      ...row,
      targeting: JSON.stringify(targeting),
      primary_country: targeting.countries[0] ?? 'US',
      learning_stage: 'LEARNING',
      start_at: instant(start_at),
      end_at: instant(end_at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertAd(db: Db, making: Making, above: { campaign_id: number; ad_group_id: number }, node: AdNode): Promise<number> {
  const { id } = await db
    .insertInto('ad')
    .values({ ...common(making), ...node, ...above })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What is made under a tag. */
export interface Made {
  id: number;
  campaign_id: number;
  ad_account_id: number;
  platform_id: string | null;
}

/** The object of an item, by its tag; undefined where nothing was begun. */
export async function madeBy(db: Db, level: EntityLevel, tag: string): Promise<Made | undefined> {
  const campaign = level === 'campaign' ? sql`id` : sql`campaign_id`;
  const found = await sql<Made>`
    select id, ${campaign} as campaign_id, ad_account_id, ${sql.ref(platformColumn[level])} as platform_id
    from ${sql.table(level)} where client_tag = ${tag}::uuid`.execute(db);
  return found.rows[0];
}

/** It is on the channel now, under that number. False where another row has the number already. */
export async function markMade(db: Db, level: EntityLevel, id: number, platformId: string, now: Date): Promise<void> {
  await sql`
    update ${sql.table(level)} set ${sql.ref(platformColumn[level])} = ${platformId}, sync_state = 'synced', updated_at = ${now}
    where id = ${id}`.execute(db);
}

/** Another object of the account has that number of the channel. */
export async function isNumberTaken(
  db: Db,
  level: EntityLevel,
  { id, ad_account_id }: Pick<Made, 'id' | 'ad_account_id'>,
  platformId: string,
) {
  const found = await sql`
    select 1 from ${sql.table(level)} where ad_account_id = ${ad_account_id} and ${sql.ref(platformColumn[level])} = ${platformId}
      and id <> ${id}`.execute(db);
  return found.rows.length > 0;
}

/** It never came to be; nothing refers to it yet. */
export async function forget(db: Db, level: EntityLevel, id: number): Promise<void> {
  await sql`delete from ${sql.table(level)} where id = ${id} and ${sql.ref(platformColumn[level])} is null`.execute(db);
}

/** What an object is made in. */
export interface Above {
  id: number;
  campaign_id: number;
  platform_id: string | null;
  status: string;
}

/** A campaign or ad group by its tag, or by its own number where it was there before. */
export async function aboveOf(
  db: Db,
  level: 'campaign' | 'ad_group',
  by: { tag: string | null; id: number | undefined },
): Promise<Above | undefined> {
  const campaign = level === 'campaign' ? sql`id` : sql`campaign_id`;
  const which = by.id === undefined ? sql`client_tag = ${by.tag}::uuid` : sql`id = ${by.id}`;
  const found = await sql<Above>`
    select id, ${campaign} as campaign_id, ${sql.ref(platformColumn[level])} as platform_id, status
    from ${sql.table(level)} where ${which}`.execute(db);
  return found.rows[0];
}
