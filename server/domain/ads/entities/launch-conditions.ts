import { type RawBuilder, sql } from 'kysely';
import type { listCampaigns } from '#contracts/endpoints/campaigns.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { launchFilters } from '#contracts/vocabulary/launch-filters.ts';
import type { QuickView } from '#contracts/vocabulary/launches.ts';
import type { BudgetLevel, BudgetMode } from '#contracts/vocabulary/schemes.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import { type EntityFacts, entityFacts, getTodayEverywhere, matchesMetricRanges } from '../../insights/index.ts';
import { startOfDay } from '../../instants.ts';
import type { Caller } from '../../work-context.ts';
import { aboutGroup, allOf, entityConditions, hasDisapproved } from './ad-filters.sql.ts';
import { sources, spentShare, targetRoi } from './entity-rows.sql.ts';
import { entityVisible } from './entity-scope.ts';
import type { EntityLevel } from './levels.ts';

type Condition = RawBuilder<boolean>;

/** What the lists of all three levels are narrowed by. */
export type LaunchFilter = SetFilters<typeof launchFilters> & Pick<RequestOf<typeof listCampaigns>, 'metric_range' | 'date_mode'>;

/** Who asks, and when it is. */
export interface Asking {
  caller: Caller;
  now: Date;
}

/** Spend of a day from which a loss is worth a look, cents. */
const LOSS_FROM = 2_000;
/** Share of a budget after which it is about to end. */
const NEARLY_SPENT = 0.9;

const today = (level: EntityLevel, { caller, now }: Asking): EntityFacts =>
  entityFacts(level, { caller, now, days: getTodayEverywhere(now), metrics: ['spend', 'roi_d0'] });

/** SQL condition: over nine tenths of its budget are gone; of an ad, of that of its group or campaign. */
function budgetLow(level: EntityLevel, now: Date): Condition {
  if (level !== 'ad') return sql<boolean>`(${spentShare(level, now)} > ${NEARLY_SPENT})`;
  const low = (of: 'campaign' | 'ad_group') =>
    sql`select e.id from ${sql.table(of)} e join ad_account a on a.id = e.ad_account_id where ${spentShare(of, now)} > ${NEARLY_SPENT}`;
  return sql<boolean>`(e.ad_group_id in (${low('ad_group')}) or e.campaign_id in (${low('campaign')}))`;
}

const views: Readonly<Record<QuickView, (level: EntityLevel, asking: Asking) => Condition>> = {
  running: () => sql`e.effective_status = 'ACTIVE'`,
  spending(level, asking) {
    const facts = today(level, asking);
    return sql`e.id in (select x.entity_id from ${facts.relation} where ${facts.metric('spend')} > 0)`;
  },
  losing(level, asking) {
    const facts = today(level, asking);
    return sql`exists (select 1 from ${facts.relation} where x.entity_id = e.id and ${facts.metric('spend')} > ${LOSS_FROM}
      and ${facts.metric('roi_d0')} < ${targetRoi})`;
  },
  disapproved: (level) => hasDisapproved(level, 'e'),
  budget_low: (level, { now }) => budgetLow(level, now),
  learning: (level) => aboutGroup(level, 'e', (group) => sql`${sql.ref(`${group}.learning_stage`)} = 'LEARNING'`),
  unowned: () => sql`e.owner_user_id is null`,
};

/** SQL condition: which level has the budget of what this is, is in or holds. */
function budgetOn(level: EntityLevel, on: BudgetLevel): Condition {
  const mode = level === 'campaign' ? sql`e.budget_mode` : sql`c.budget_mode`;
  return on === 'campaign' ? sql<boolean>`${mode} is not null` : sql<boolean>`${mode} is null`;
}

function budgetIs(level: EntityLevel, mode: BudgetMode): Condition {
  if (level === 'ad_group') return sql<boolean>`coalesce(e.budget_mode, c.budget_mode) = ${mode}`;
  if (level === 'ad') return sql<boolean>`coalesce(g.budget_mode, c.budget_mode) = ${mode}`;
  return sql<boolean>`(e.budget_mode = ${mode} or exists (
    select 1 from ad_group x where x.campaign_id = e.id and x.deleted_at is null and x.budget_mode = ${mode}))`;
}

/** What was deleted is among the rows where its status is asked for; else it stands apart. */
const asksForDeleted = ({ effective_status }: Pick<LaunchFilter, 'effective_status'>): boolean =>
  effective_status?.includes('DELETED') ?? false;

const listed = (filter: LaunchFilter, { caller }: Asking): Condition[] => [
  entityVisible(caller, 'e'),
  ...(asksForDeleted(filter) ? [] : [sql<boolean>`e.status <> 'DELETED'`]),
];

function leftOut(filter: LaunchFilter, { caller }: Asking, hadDays: Condition): Condition {
  const handedOver = sql<boolean>`(${entityVisible(caller, 'e')} is not true and ${hadDays})`;
  return asksForDeleted(filter) ? handedOver : sql<boolean>`(${handedOver} or ${entityVisible(caller, 'e')} and e.status = 'DELETED')`;
}

/**
 * SQL condition on the rows of `sources(level)`: what the caller sees of the filter. `facts` are those that are joined as `x`; only
 * ranges of metrics need them. `left`: of what matches and is not listed, because it was deleted or is not the caller's to see any more
 * while days of it are (`hadDays`).
 */
export function launchMatches(
  level: EntityLevel,
  filter: LaunchFilter,
  asking: Asking,
  facts: EntityFacts,
  left?: { hadDays: Condition },
): Condition {
  const { ids, batch_id, view, created_from, created_to, budget_level, budget_mode, learning_stage, closed_by, metric_range } = filter;
  const { timezone } = asking.caller;
  return allOf([
    ...(left === undefined ? listed(filter, asking) : [leftOut(filter, asking, left.hadDays)]),
    ...entityConditions(level, filter),
    ...(ids === undefined ? [] : [sql<boolean>`e.id = any(${[...ids]}::bigint[])`]),
    ...(batch_id === undefined ? [] : [sql<boolean>`e.batch_id = ${batch_id}`]),
    ...(view === undefined ? [] : [views[view](level, asking)]),
    ...(created_from === undefined ? [] : [sql<boolean>`e.created_at >= ${startOfDay(created_from, timezone)}`]),
    ...(created_to === undefined ? [] : [sql<boolean>`e.created_at < ${startOfDay(created_to, timezone, 1)}`]),
    ...(budget_level === undefined ? [] : [budgetOn(level, budget_level)]),
    ...(budget_mode === undefined ? [] : [budgetIs(level, budget_mode)]),
    ...(learning_stage === undefined
      ? []
      : [aboutGroup(level, 'e', (group) => sql<boolean>`${sql.ref(`${group}.learning_stage`)} = ${learning_stage}`)]),
    ...(closed_by === undefined ? [] : [sql<boolean>`e.closed_by = ${closed_by}`]),
    ...(metric_range === undefined ? [] : matchesMetricRanges(metric_range, facts)),
  ]);
}

/** SQL: the rows of a level; with their facts `x` where they are needed. */
export const launchRows = (level: EntityLevel, facts?: EntityFacts): RawBuilder<unknown> =>
  facts === undefined ? sources(level) : sql`${sources(level)} left join ${facts.relation} on x.entity_id = e.id`;
