import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { EffectiveStatus, EntityLevel, EntityStatus } from '#server/database/schema-launches.ts';
import { BID_STRATEGIES } from '../ads/index.ts';
import type { RuleObject } from './decide.ts';
import type { Ledgers } from './figures.query.ts';

type Db = Kysely<Database>;

/** The account whose objects rules steer, in the name of its operator. */
export interface RuleAccount {
  /** The hosted account. */
  id: number;
  ad_account_id: number;
  operator_user_id: number;
}

interface ObjectRow {
  id: number;
  parent_id: number;
  name: string;
  status: EntityStatus;
  effective_status: EffectiveStatus;
  started_at: Date;
  is_learning: boolean;
  is_closed_by_rule: boolean;
  rule_shield_until: Date | null;
  is_locked: boolean;
  budget: number | null;
  bid: number | null;
}

const NO_AMOUNT = sql`null::bigint`;

interface LevelColumns {
  parent: RawBuilder<unknown>;
  budget: RawBuilder<unknown>;
  bid: RawBuilder<unknown>;
  isLearning: RawBuilder<unknown>;
  event: RawBuilder<boolean>;
  campaign: RawBuilder<unknown>;
}

const ownBudget = sql`case when e.budget_mode = 'daily' then e.daily_budget when e.budget_mode = 'lifetime' then e.lifetime_budget end`;

const levelColumns: Readonly<Record<EntityLevel, LevelColumns>> = {
  campaign: {
    parent: sql`e.ad_account_id`,
    budget: ownBudget,
    bid: NO_AMOUNT,
    isLearning: sql`exists (select from ad_group g where g.campaign_id = e.id and g.status = 'ACTIVE' and g.learning_stage = 'LEARNING')`,
    event: sql<boolean>`v.campaign_id = e.id`,
    campaign: sql`e.id`,
  },
  ad_group: {
    parent: sql`e.campaign_id`,
    budget: ownBudget,
    bid: sql`case when c.bid_strategy = any(${[...BID_STRATEGIES]}::text[]) then e.bid_amount end`,
    isLearning: sql`coalesce(e.learning_stage = 'LEARNING', false)`,
    event: sql<boolean>`v.ad_group_id = e.id`,
    campaign: sql`e.campaign_id`,
  },
  ad: {
    parent: sql`e.ad_group_id`,
    budget: NO_AMOUNT,
    bid: NO_AMOUNT,
    isLearning: sql`exists (select from ad_group g where g.id = e.ad_group_id and g.learning_stage = 'LEARNING')`,
    event: sql<boolean>`v.ad_id = e.id`,
    campaign: sql`e.campaign_id`,
  },
};

/** An object of the account before its figures are known. */
export type ObjectState = Omit<RuleObject, 'lifetimeSpendUsd'>;

/** Objects of an account that are on or off and exist on the channel. They belong to the operator, in whose name rules act. */
export async function loadObjectStates(
  db: Db,
  { ad_account_id, operator_user_id }: RuleAccount,
  levels: readonly EntityLevel[],
): Promise<ObjectState[]> {
  const found: ObjectState[] = [];
  for (const level of new Set(levels)) {
    const { parent, budget, bid, isLearning, event, campaign } = levelColumns[level];
    const { rows } = await sql<ObjectRow>`
      select e.id, ${parent} as parent_id, e.name, e.status, e.effective_status, e.created_at as started_at, ${isLearning} as is_learning,
        -- The daily cap closes without a rule; it opens again by itself.
        e.status = 'PAUSED' and e.closed_by = 'rule' and (
          select v.rule_id is not null from ad_event v where ${event} and v.level = ${level} and v.event = 'close'
          order by v.at desc, v.id desc limit 1) is true as is_closed_by_rule,
        e.rule_shield_until,
        exists (select from batch_item i where i.target_type = ${level} and i.target_id = e.id and i.locks
          and i.status in ('pending', 'running')) as is_locked,
        ${budget} as budget, ${bid} as bid
      from ${sql.table(level)} e join campaign c on c.id = ${campaign}
      where e.ad_account_id = ${ad_account_id} and e.owner_user_id = ${operator_user_id} and e.deleted_at is null
        and e.status in ('ACTIVE', 'PAUSED') and e.sync_state <> 'missing'
      order by e.id`.execute(db);
    found.push(
      ...rows.map(
        (row): ObjectState => ({
          level,
          id: row.id,
          parentId: row.parent_id,
          name: row.name,
          status: row.status,
          isRanked: row.effective_status === 'ACTIVE',
          isClosedByRule: row.is_closed_by_rule,
          budget: row.budget,
          bid: row.bid,
          startedAt: row.started_at,
          isLearning: row.is_learning,
          shieldUntil: row.rule_shield_until,
          isLocked: row.is_locked,
        }),
      ),
    );
  }
  return found;
}

export const withLifetimeSpend = (objects: readonly ObjectState[], ledgers: Ledgers, now: number): RuleObject[] =>
  objects.map((object) => ({
    ...object,
    lifetimeSpendUsd: ledgers[object.level].sum(object.id, { from: Number.NEGATIVE_INFINITY, before: now + 1 }).spend_usd,
  }));
