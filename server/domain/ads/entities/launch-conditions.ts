import { type RawBuilder, sql } from 'kysely';
import type { listCampaigns } from '#contracts/endpoints/campaigns.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { type adminEntityFilters, MIN_CONTAINED_CHARACTERS } from '#contracts/vocabulary/admin-entities.ts';
import type { launchFilters } from '#contracts/vocabulary/launch-filters.ts';
import type { QuickView } from '#contracts/vocabulary/launches.ts';
import type { BudgetLevel, BudgetMode } from '#contracts/vocabulary/schemes.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import { type EntityFacts, entityFacts, getTodayEverywhere, matchesMetricRanges } from '../../insights/index.ts';
import { startOfDay } from '../../instants.ts';
import { contains, startsWith } from '../../searching.ts';
import type { Caller } from '../../work-context.ts';
import { allOf, entityConditions, hasDisapprovedAd, matchesAd, matchesGroup } from './ad-filters.sql.ts';
import { rowSource, spentShare, targetRoi } from './entity-rows.sql.ts';
import { entityVisible } from './entity-scope.ts';
import { type EntityLevel, platformColumn } from './levels.ts';

type Condition = RawBuilder<boolean>;

/** Filters that only the lists of super admins have. */
interface AdminFilter extends Pick<SetFilters<typeof adminEntityFilters>, 'review' | 'homepage_id'> {
  /** Which objects are listed; by default deleted ones only where the filter names their status. */
  deleted?: 'included' | 'only' | 'excluded' | undefined;
  /** Searched for at the beginning of names while it is short, which an index answers. */
  name?: string | undefined;
}

/** The filters of the lists of all three levels. */
export type LaunchFilter = SetFilters<typeof launchFilters> &
  Pick<RequestOf<typeof listCampaigns>, 'metric_range' | 'date_mode'> &
  AdminFilter;

export interface LaunchContext {
  caller: Caller;
  now: Date;
}

/** Spend of a day from which a loss is worth showing. */
const MIN_LOSS_SPEND_CENTS = 2_000;
/** Used share from which a budget counts as nearly used up. */
const LOW_BUDGET_SHARE = 0.9;

const createTodayFacts = (level: EntityLevel, { caller, now }: LaunchContext): EntityFacts =>
  entityFacts(level, { caller, now, days: getTodayEverywhere(now), metrics: ['spend', 'roi_d0'] });

/** SQL condition: more than nine tenths of the budget are used; for an ad, of the budget of its ad group or campaign. */
function hasLowBudget(level: EntityLevel, now: Date): Condition {
  if (level !== 'ad') return sql<boolean>`(${spentShare(level, now)} > ${LOW_BUDGET_SHARE})`;
  const selectLow = (of: 'campaign' | 'ad_group') =>
    sql`select e.id from ${sql.table(of)} e join ad_account a on a.id = e.ad_account_id where ${spentShare(of, now)} > ${LOW_BUDGET_SHARE}`;
  return sql<boolean>`(e.ad_group_id in (${selectLow('ad_group')}) or e.campaign_id in (${selectLow('campaign')}))`;
}

const VIEW_CONDITIONS: Readonly<Record<QuickView, (level: EntityLevel, context: LaunchContext) => Condition>> = {
  running: () => sql`e.effective_status = 'ACTIVE'`,
  spending(level, context) {
    const facts = createTodayFacts(level, context);
    return sql`e.id in (select x.entity_id from ${facts.relation} where ${facts.metric('spend')} > 0)`;
  },
  losing(level, context) {
    const facts = createTodayFacts(level, context);
    return sql`exists (select 1 from ${facts.relation} where x.entity_id = e.id and ${facts.metric('spend')} > ${MIN_LOSS_SPEND_CENTS}
      and ${facts.metric('roi_d0')} < ${targetRoi})`;
  },
  disapproved: (level) => hasDisapprovedAd(level, 'e'),
  budget_low: (level, { now }) => hasLowBudget(level, now),
  learning: (level) => matchesGroup(level, 'e', (group) => sql`${sql.ref(`${group}.learning_stage`)} = 'LEARNING'`),
  unowned: () => sql`e.owner_user_id is null`,
};

/** SQL condition: the budget of the object, or of its campaign, is set on this level. */
function hasBudgetLevel(level: EntityLevel, on: BudgetLevel): Condition {
  const mode = level === 'campaign' ? sql`e.budget_mode` : sql`c.budget_mode`;
  return on === 'campaign' ? sql<boolean>`${mode} is not null` : sql<boolean>`${mode} is null`;
}

function hasBudgetMode(level: EntityLevel, mode: BudgetMode): Condition {
  if (level === 'ad_group') return sql<boolean>`coalesce(e.budget_mode, c.budget_mode) = ${mode}`;
  if (level === 'ad') return sql<boolean>`coalesce(g.budget_mode, c.budget_mode) = ${mode}`;
  return sql<boolean>`(e.budget_mode = ${mode} or exists (
    select 1 from ad_group x where x.campaign_id = e.id and x.deleted_at is null and x.budget_mode = ${mode}))`;
}

/** Deleted objects are listed only when the filter asks for their status; otherwise their totals are reported separately. */
const asksForDeleted = ({ deleted, effective_status }: Pick<LaunchFilter, 'deleted' | 'effective_status'>): boolean =>
  deleted === undefined ? (effective_status?.includes('DELETED') ?? false) : deleted !== 'excluded';

const listedConditions = (filter: LaunchFilter, { caller }: LaunchContext): Condition[] => [
  entityVisible(caller, 'e'),
  ...(asksForDeleted(filter) ? [] : [sql<boolean>`e.status <> 'DELETED'`]),
  ...(filter.deleted === 'only' ? [sql<boolean>`e.status = 'DELETED'`] : []),
];

/** SQL condition: the name contains the text, or begins with it while it is short; or the channel gave the object this number. */
export function matchesNameOrNumber(level: EntityLevel, text: string): Condition {
  const word = text.trim();
  const pattern = [...word].length < MIN_CONTAINED_CHARACTERS ? startsWith(word) : contains(word);
  return sql<boolean>`(e.name ilike ${pattern} or ${sql.ref(`e.${platformColumn[level]}`)} = ${word})`;
}

function unlistedCondition(filter: LaunchFilter, { caller }: LaunchContext, hadDays: Condition): Condition {
  const handedOver = sql<boolean>`(${entityVisible(caller, 'e')} is not true and ${hadDays})`;
  return asksForDeleted(filter) ? handedOver : sql<boolean>`(${handedOver} or ${entityVisible(caller, 'e')} and e.status = 'DELETED')`;
}

/**
 * SQL condition on the rows of `rowSource(level)`: visible to the caller and matching the filter. Only metric ranges need the `facts`,
 * joined as `x`. With `unlisted` it selects instead what matches but is not listed: objects that are deleted, or that the caller no
 * longer sees although facts of theirs (`hadDays`) are visible.
 */
export function launchCondition(
  level: EntityLevel,
  filter: LaunchFilter,
  context: LaunchContext,
  facts: EntityFacts,
  unlisted?: { hadDays: Condition },
): Condition {
  const { ids, post_id, batch_id, view, created_from, created_to, budget_level, budget_mode, learning_stage, closed_by, metric_range } =
    filter;
  const { name, review, homepage_id } = filter;
  const { timezone } = context.caller;
  return allOf([
    ...(unlisted === undefined ? listedConditions(filter, context) : [unlistedCondition(filter, context, unlisted.hadDays)]),
    ...entityConditions(level, filter),
    ...(ids === undefined ? [] : [sql<boolean>`e.id = any(${[...ids]}::bigint[])`]),
    ...(post_id === undefined
      ? []
      : [matchesAd(level, 'e', (ad) => sql<boolean>`${sql.ref(`${ad}.post_id`)} = any(${[...post_id]}::bigint[])`)]),
    ...(batch_id === undefined ? [] : [sql<boolean>`e.batch_id = ${batch_id}`]),
    ...(name?.trim() ? [matchesNameOrNumber(level, name)] : []),
    ...(review === undefined ? [] : [matchesAd(level, 'e', (ad) => sql<boolean>`${sql.ref(`${ad}.review`)} = ${review}`)]),
    ...(homepage_id === undefined
      ? []
      : [matchesAd(level, 'e', (ad) => sql<boolean>`${sql.ref(`${ad}.homepage_id`)} = any(${[...homepage_id]}::bigint[])`)]),
    ...(view === undefined ? [] : [VIEW_CONDITIONS[view](level, context)]),
    ...(created_from === undefined ? [] : [sql<boolean>`e.created_at >= ${startOfDay(created_from, timezone)}`]),
    ...(created_to === undefined ? [] : [sql<boolean>`e.created_at < ${startOfDay(created_to, timezone, 1)}`]),
    ...(budget_level === undefined ? [] : [hasBudgetLevel(level, budget_level)]),
    ...(budget_mode === undefined ? [] : [hasBudgetMode(level, budget_mode)]),
    ...(learning_stage === undefined
      ? []
      : [matchesGroup(level, 'e', (group) => sql<boolean>`${sql.ref(`${group}.learning_stage`)} = ${learning_stage}`)]),
    ...(closed_by === undefined ? [] : [sql<boolean>`e.closed_by = ${closed_by}`]),
    ...(metric_range === undefined ? [] : matchesMetricRanges(metric_range, facts)),
  ]);
}

/** SQL: the rows of a level, joined with their facts as `x` when given. */
export const launchSource = (level: EntityLevel, facts?: EntityFacts): RawBuilder<unknown> =>
  facts === undefined ? rowSource(level) : sql`${rowSource(level)} left join ${facts.relation} on x.entity_id = e.id`;
