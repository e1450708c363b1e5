import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { EvaluationRow } from '#contracts/endpoints/evaluations.ts';
import { type EvaluationThresholds, roundMetrics, scoreParts } from '#contracts/rules/drama-evaluation.ts';
import { dramaStages } from '#contracts/vocabulary/dramas.ts';
import type { evaluationFilters, evaluationSortable } from '#contracts/vocabulary/evaluations.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { businessDay } from '../business-time.ts';
import { rowFacts } from '../insights/index.ts';
import { contains, containsWord, ORDER_ZH } from '../searching.ts';
import type { WorkContext } from '../work-context.ts';
import { areCampaignsClosable, closableCampaigns, runningCampaignsOfDrama } from './closable-campaigns.ts';
import { canDecide, canEvaluate } from './evaluators.ts';

type Db = Kysely<Database>;
type Context = Pick<WorkContext, 'db' | 'caller' | 'files' | 'now'>;

/** The terms of a round that users can change. */
export interface EvaluationFields {
  date_from: string;
  date_to: string | null;
  test_budget_usd: number;
  min_spend_usd: number;
  thresholds: EvaluationThresholds;
  owner_user_id: number;
}

export interface LockedEvaluation extends EvaluationFields {
  id: number;
  version: number;
  drama_id: number;
  round: number;
  score: number | null;
  suggest: EvaluationRow['suggest'];
  decision: EvaluationRow['decision'];
}

type Stored = Omit<
  EvaluationRow,
  'drama' | 'm' | 'running' | 'parts' | 'scored_at' | 'decided_at' | 'created_at' | 'updated_at' | 'can' | 'thresholds'
>;

/** A round as the database returns it, with the sums of its figures. */
export interface EvaluationRecord extends Stored, Readonly<Record<string, unknown>> {
  drama_id: number;
  title: string;
  code: string;
  cover_key: string | null;
  thresholds: EvaluationThresholds;
  scored_at: Date | null;
  decided_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export type EvaluationFilter = SetFilters<typeof evaluationFilters>;
type Sort = readonly { field: (typeof evaluationSortable)[number]; order: 'asc' | 'desc' }[];

const FROM = sql`from drama_evaluation e join drama d on d.id = e.drama_id and d.deleted_at is null`;

/** Figures of the drama in the period of the round. They cover all owners, because everyone may read an evaluation. */
export const factsOfRounds = (now: Date) =>
  rowFacts({
    metrics: roundMetrics,
    now,
    matches: sql<boolean>`f.drama_id = e.drama_id and f.stat_date >= e.date_from and (e.date_to is null or f.stat_date <= e.date_to)`,
  });

const stateSql = (now: Date) => sql`(case when e.decision is not null then 'decided'
  when e.date_to is null or e.date_to >= ${businessDay(now)} then 'running' else 'waiting' end)`;

/** SQL: it is the last round of its drama. */
const IS_LAST = sql<boolean>`not exists (select 1 from drama_evaluation n where n.drama_id = e.drama_id and n.round > e.round)`;

/** SQL: the drama was stopped while campaigns that the caller may turn off still run. */
const isStillRunning = (caller: WorkContext['caller']): RawBuilder<boolean> =>
  sql<boolean>`(e.decision = 'stop' and ${IS_LAST} and ${closableCampaigns(caller, sql`e.drama_id`)} > 0)`;

function matching({ caller, now }: Pick<Context, 'caller' | 'now'>, filter: EvaluationFilter): RawBuilder<boolean> {
  const parts = [sql<boolean>`true`];
  const { keyword } = filter;
  if (keyword?.trim()) parts.push(sql<boolean>`(${containsWord(sql`d.title`, keyword)} or d.code ilike ${contains(keyword)})`);
  if (filter.state !== undefined) parts.push(sql<boolean>`${stateSql(now)} = ${filter.state}`);
  if (filter.suggest !== undefined) parts.push(sql<boolean>`e.suggest = any(${filter.suggest}::text[])`);
  if (filter.decision !== undefined) parts.push(sql<boolean>`e.decision = any(${filter.decision}::text[])`);
  if (filter.stage !== undefined) parts.push(sql<boolean>`d.stage = any(${filter.stage}::text[])`);
  if (filter.drama_id !== undefined) parts.push(sql<boolean>`e.drama_id = any(${filter.drama_id}::bigint[])`);
  if (filter.owner_user_id !== undefined) parts.push(sql<boolean>`e.owner_user_id = any(${filter.owner_user_id}::bigint[])`);
  if (filter.language !== undefined) parts.push(sql<boolean>`d.language = any(${filter.language}::text[])`);
  if (filter.date_from !== undefined) parts.push(sql<boolean>`(e.date_to is null or e.date_to >= ${filter.date_from}::date)`);
  if (filter.date_to !== undefined) parts.push(sql<boolean>`e.date_from <= ${filter.date_to}::date`);
  if (filter.still_running === true) parts.push(isStillRunning(caller));
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function orderBy(sort: Sort, now: Date): RawBuilder<unknown> {
  const facts = factsOfRounds(now);
  const columns: Readonly<Record<Sort[number]['field'], RawBuilder<unknown>>> = {
    drama: sql`d.title ${ORDER_ZH}`,
    spend: facts.metric('spend'),
    roi_d0: facts.metric('roi_d0'),
    pay_rate: facts.metric('pay_rate'),
    cost_per_payer: facts.metric('cost_per_payer'),
    score: sql`e.score`,
    decided_at: sql`e.decided_at`,
    stage: sql`array_position(${[...dramaStages]}::text[], d.stage)`,
    date_from: sql`e.date_from`,
  };
  return sql.join([
    ...sort.map(({ field, order }) => sql`${columns[field]} ${sql.raw(order)} nulls last`),
    sql`e.date_from desc, e.id desc`,
  ]);
}

const selectRow = ({ caller, now }: Pick<Context, 'caller' | 'now'>) => {
  const facts = factsOfRounds(now);
  return sql`
    select e.id, e.version, e.drama_id, d.title, d.code, d.cover_key, d.language, d.stage, e.round,
      jsonb_build_object('id', o.id, 'label', o.name) as owner, e.date_from::text, e.date_to::text, ${stateSql(now)} as state,
      e.test_budget_usd, e.min_spend_usd, e.thresholds, e.score::float8 as score, e.scored_at, e.suggest, e.decision,
      case when b.id is not null then jsonb_build_object('id', b.id, 'label', b.name) end as decided_by, e.decided_at, e.note,
      ${runningCampaignsOfDrama(sql`e.drama_id`)} as campaigns_running, ${closableCampaigns(caller, sql`e.drama_id`)} as campaigns_closable,
      e.created_at, e.updated_at, ${facts.columns}
    ${FROM} join sys_user o on o.id = e.owner_user_id left join sys_user b on b.id = e.decided_by
    left join lateral ${facts.relation} on true`;
};

/** Everyone with the page reads every round. */
export function toEvaluationRow(found: EvaluationRecord, { caller, files, now }: Omit<Context, 'db'>): EvaluationRow {
  const { m, running } = factsOfRounds(now).toFigures(found);
  const isOpen = found.decision === null;
  return {
    id: found.id,
    version: found.version,
    drama: { id: found.drama_id, label: found.title, code: found.code, cover_url: files.addressIfStored(found.cover_key, now) },
    language: found.language,
    stage: found.stage,
    round: found.round,
    owner: found.owner,
    date_from: found.date_from,
    date_to: found.date_to,
    state: found.state,
    test_budget_usd: found.test_budget_usd,
    min_spend_usd: found.min_spend_usd,
    thresholds: found.thresholds,
    m,
    ...(running && { running }),
    parts: scoreParts(m, found.thresholds),
    score: found.score,
    scored_at: found.scored_at?.toISOString() ?? null,
    suggest: found.suggest,
    decision: found.decision,
    decided_by: found.decided_by,
    decided_at: found.decided_at?.toISOString() ?? null,
    note: found.note,
    campaigns_running: found.campaigns_running,
    campaigns_closable: areCampaignsClosable(caller) ? found.campaigns_closable : 0,
    created_at: found.created_at.toISOString(),
    updated_at: found.updated_at.toISOString(),
    can: isOpen ? [...(canEvaluate(caller) ? (['edit', 'score'] as const) : []), ...(canDecide(caller) ? (['decide'] as const) : [])] : [],
  };
}

export async function countEvaluations(context: Pick<Context, 'db' | 'caller' | 'now'>, filter: EvaluationFilter): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total ${FROM} where ${matching(context, filter)}`.execute(context.db);
  return found.rows[0]?.total ?? 0;
}

/** Selects all rounds of the filter in order, to be converted by `toEvaluationRow`. */
export const selectEvaluations = (
  context: Pick<Context, 'caller' | 'now'>,
  { sort = [], ...filter }: EvaluationFilter & { sort?: Sort | undefined },
): RawBuilder<EvaluationRecord> =>
  sql<EvaluationRecord>`${selectRow(context)} where ${matching(context, filter)} order by ${orderBy(sort, context.now)}`;

export async function loadEvaluationPage(
  context: Context,
  { limit, offset, ...query }: EvaluationFilter & { sort?: Sort | undefined; limit: number; offset: number },
): Promise<EvaluationRow[]> {
  const found = await sql<EvaluationRecord>`${selectEvaluations(context, query)} limit ${limit} offset ${offset}`.execute(context.db);
  return found.rows.map((row) => toEvaluationRow(row, context));
}

export async function findEvaluation(context: Context, id: number): Promise<EvaluationRow | undefined> {
  const found = await sql<EvaluationRecord>`${selectRow(context)} where e.id = ${id}`.execute(context.db);
  return found.rows[0] && toEvaluationRow(found.rows[0], context);
}

const LOCKED = sql`e.id, e.version, e.drama_id, e.round, e.date_from::text, e.date_to::text, e.test_budget_usd, e.min_spend_usd, e.thresholds,
  e.owner_user_id, e.score::float8 as score, e.suggest, e.decision`;

/** Finds the round of a drama that is not deleted and locks it for the transaction. */
export async function lockEvaluation(db: Db, id: number): Promise<LockedEvaluation | undefined> {
  const found = await sql<LockedEvaluation>`select ${LOCKED} ${FROM} where e.id = ${id} for no key update of e`.execute(db);
  return found.rows[0];
}

export async function findOpenRound(db: Db, dramaId: number): Promise<{ id: number; round: number } | undefined> {
  return await db
    .selectFrom('drama_evaluation')
    .select(['id', 'round'])
    .where('drama_id', '=', dramaId)
    .where('decision', 'is', null)
    .executeTakeFirst();
}

/** Opens the next round of a drama that the caller has locked. */
export async function insertRound(
  db: Db,
  { thresholds, ...fields }: EvaluationFields & { drama_id: number },
  now: Date,
): Promise<{ id: number; round: number }> {
  return await db
    .insertInto('drama_evaluation')
    .values({
      ...fields,
      thresholds: JSON.stringify(thresholds),
      round: sql<number>`(select coalesce(max(n.round), 0) + 1 from drama_evaluation n where n.drama_id = ${fields.drama_id})`,
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'round'])
    .executeTakeFirstOrThrow();
}

interface Decided {
  decision: NonNullable<EvaluationRow['decision']>;
  decided_by: number;
  decided_at: Date;
  note: string | null;
}

/** Writes the given columns and raises the version; the caller has locked the row. */
export async function updateEvaluation(
  db: Db,
  id: number,
  { thresholds, ...changes }: Partial<EvaluationFields> & Partial<Decided>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('drama_evaluation')
    .set({
      ...changes,
      ...(thresholds && { thresholds: JSON.stringify(thresholds) }),
      updated_at: now,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}
