import { type Kysely, sql } from 'kysely';
import { setEntityStatuses } from '#contracts/endpoints/ad-entities.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as evaluations from '#contracts/endpoints/evaluations.ts';
import {
  EVALUATED_STAGE,
  isNoteRequired,
  MAX_ROUND_DAYS,
  stageAfterDecision,
  USUAL_MIN_SPEND_USD,
} from '#contracts/rules/drama-evaluation.ts';
import type { Database } from '#server/database/schema.ts';
import { statusBatch } from '../ads/index.ts';
import { loadBusinessDay } from '../business-time.ts';
import { type CallContext, defineCall } from '../call.ts';
import { lockDrama, moveDramaStage, requireCreator } from '../content/index.ts';
import { findAccountsWithFacts, getLastDaysEverywhere, loadFreshnessIfPulled, queryTrend, toTrendAnswer } from '../insights/index.ts';
import { accessRefusal, changesBetween, requireDateOrder, versionConflict } from '../people/index.ts';
import { refuse, refuseField } from '../refusal.ts';
import { findClosableCampaigns } from './closable-campaigns.ts';
import { factsOfRound, loadEvaluationDetail, toNamelessFreshness } from './evaluation-details.ts';
import * as repository from './evaluations.repository.ts';
import { canDecide, canEvaluate } from './evaluators.ts';
import { scoreRound } from './scoring.ts';
import { loadThresholds } from './thresholds.ts';

const EVALUATION = 'evaluation';
const PAGE = '/analyse/evaluate';
/** Days in which the freshness of rounds is looked for. */
const FRESH_DAYS = 3;

const labelOf = ({ drama_id, round }: { drama_id: number; round: number }) => `#${drama_id}-${round}`;

function requireEvaluator({ caller }: CallContext): void {
  if (!canEvaluate(caller)) throw refuse('NO_ACTION');
}

async function requireRow(context: CallContext, id: number) {
  const found = await repository.findEvaluation(context, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  return found;
}

/** How fresh the figures of dramas that are evaluated are; undefined when none were pulled. */
export async function loadRoundsFreshness({ db, now }: { db: Kysely<Database>; now: Date }) {
  const days = getLastDaysEverywhere(now, FRESH_DAYS);
  const isEvaluated = sql<boolean>`f.drama_id in (select e.drama_id from drama_evaluation e)`;
  return await loadFreshnessIfPulled(db, { days, now }, await findAccountsWithFacts(db, days, isEvaluated));
}

const DAY_MS = 86_400_000;

function requirePeriod({ date_from, date_to }: Pick<repository.EvaluationFields, 'date_from' | 'date_to'>): void {
  if (date_to === null) return;
  if (date_to < date_from) throw refuseField('date_to', 'range');
  const length = Math.round((Date.parse(date_to) - Date.parse(date_from)) / DAY_MS) + 1;
  if (length > MAX_ROUND_DAYS) throw refuseField('date_to', 'roundDays', { limit: MAX_ROUND_DAYS });
}

async function createEvaluation(context: CallContext, request: RequestOf<typeof evaluations.createEvaluation>) {
  const { db, now } = context;
  requireEvaluator(context);
  const { idempotency_key: _key, ...asked } = request;
  const fields = { ...asked, date_to: asked.date_to ?? null };
  requirePeriod(fields);
  await requireCreator(context, fields.owner_user_id, 'owner_user_id');
  const drama = await lockDrama(db, fields.drama_id);
  if (drama === undefined) throw refuseField('drama_id', 'exists');
  const open = await repository.findOpenRound(db, drama.id);
  if (open !== undefined) throw refuse('ROUND_OPEN', { ...open });
  await moveDramaStage(context, drama, EVALUATED_STAGE);
  const { id, round } = await repository.insertRound(db, fields, now);
  await scoreRound(db, id, now);
  context.audit({
    targetType: EVALUATION,
    targetId: id,
    targetLabel: labelOf({ drama_id: drama.id, round }),
    summary: drama.title,
    after: fields,
  });
  return await requireRow(context, id);
}

/** Locks an open round. */
async function lockOpenRound(context: CallContext, id: number): Promise<repository.LockedEvaluation> {
  const found = await repository.lockEvaluation(context.db, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  if (found.decision !== null) throw refuse('STATE_ENDED');
  return found;
}

/** Locks a round as it was read by the caller, and only while it is open. */
async function lockCurrentRound(context: CallContext, { id, version }: { id: number; version: number }) {
  const found = await repository.lockEvaluation(context.db, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  if (found.version !== version) throw await versionConflict(context, EVALUATION, await requireRow(context, id));
  if (found.decision !== null) throw refuse('STATE_ENDED');
  return found;
}

async function editEvaluation(context: CallContext, request: RequestOf<typeof evaluations.editEvaluation>) {
  const { db, now } = context;
  requireEvaluator(context);
  const before = await lockCurrentRound(context, request);
  const { id, version: _version, idempotency_key: _key, ...fields } = request;
  requirePeriod({ ...before, ...fields });
  if (fields.owner_user_id !== undefined && fields.owner_user_id !== before.owner_user_id) {
    await requireCreator(context, fields.owner_user_id, 'owner_user_id');
  }
  const changes = changesBetween<repository.EvaluationFields>(before, fields);
  if (changes === null) {
    context.unchanged();
    return await requireRow(context, id);
  }
  await repository.updateEvaluation(db, id, changes.after, now);
  await scoreRound(db, id, now);
  context.audit({
    targetType: EVALUATION,
    targetId: id,
    targetLabel: labelOf(before),
    summary: { codes: Object.keys(changes.after) },
    ...changes,
  });
  return await requireRow(context, id);
}

async function scoreEvaluation(context: CallContext, { id }: RequestOf<typeof evaluations.scoreEvaluation>) {
  requireEvaluator(context);
  const before = await lockOpenRound(context, id);
  await scoreRound(context.db, id, context.now);
  const row = await requireRow(context, id);
  context.audit({
    targetType: EVALUATION,
    targetId: id,
    targetLabel: labelOf(before),
    summary: { codes: ['score'] },
    before: { score: before.score, suggest: before.suggest },
    after: { score: row.score, suggest: row.suggest },
  });
  return row;
}

/** Orders a batch that turns off the active campaigns of the drama which the caller may turn off; undefined where there are none. */
async function closeCampaigns(context: CallContext, dramaId: number, reason: string | undefined): Promise<number | undefined> {
  const refused = accessRefusal(setEntityStatuses, context.caller);
  if (refused !== null) throw refuse(refused);
  const campaigns = await findClosableCampaigns(context.db, context.caller, dramaId);
  if (campaigns.length === 0) return undefined;
  const { batch_id } = await context.batches.start(context, {
    type: statusBatch.type,
    action: evaluations.decideEvaluation.path,
    origin: PAGE,
    level: 'campaign',
    params: { to: 'PAUSED' },
    summary: { zh: `关闭 ${campaigns.length} 个广告系列`, en: `Turn off ${campaigns.length} campaign${campaigns.length === 1 ? '' : 's'}` },
    reason: reason?.slice(0, 200),
    items: campaigns.map(({ id, name }) => ({ targetType: 'campaign', targetId: id, label: name })),
  });
  return batch_id;
}

async function decideEvaluation(context: CallContext, request: RequestOf<typeof evaluations.decideEvaluation>) {
  const { db, now, caller } = context;
  if (!canDecide(caller)) throw refuse('NO_ACTION');
  const { id, decision, close_campaigns: isClosing = false } = request;
  const note = request.note?.trim() || null;
  const before = await lockCurrentRound(context, request);
  if (note === null && isNoteRequired(decision, before.suggest)) throw refuseField('note', 'required');
  if (isClosing && decision !== 'stop') throw refuseField('close_campaigns', 'enum');
  const drama = await lockDrama(db, before.drama_id);
  if (drama === undefined) throw refuse('NOT_FOUND');
  const stage = stageAfterDecision(decision, drama.stage);
  await moveDramaStage(context, drama, stage);
  const today = await loadBusinessDay(db, now);
  // The figures of a round that had no last day end with its decision.
  const date_to = before.date_to ?? (today < before.date_from ? before.date_from : today);
  const after = { decision, decided_by: caller.userId, decided_at: now, note, date_to };
  await repository.updateEvaluation(db, id, after, now);
  context.audit({
    targetType: EVALUATION,
    targetId: id,
    targetLabel: labelOf(before),
    summary: { codes: [decision], about: drama.title },
    before: { decision: null, suggest: before.suggest, stage: drama.stage },
    after: { decision, note, stage },
  });
  const batch_id = isClosing ? await closeCampaigns(context, drama.id, note ?? undefined) : undefined;
  return { stage, ...(batch_id !== undefined && { batch_id }) };
}

export const evaluationCalls = [
  defineCall({
    endpoint: evaluations.listEvaluations,
    audit: 'read',
    async handle(context, { page = 1, page_size: limit = 20, ...query }) {
      requireDateOrder(query);
      const [total, list, fresh] = await Promise.all([
        repository.countEvaluations(context, query),
        repository.loadEvaluationPage(context, { ...query, limit, offset: (page - 1) * limit }),
        loadRoundsFreshness(context),
      ]);
      return { list, total, page, page_size: limit, ...(fresh && toNamelessFreshness(fresh, context.language)) };
    },
  }),
  defineCall({
    endpoint: evaluations.evaluationDetail,
    audit: 'read',
    async handle(context, { id }) {
      const row = await requireRow(context, id);
      return { ...row, ...(await loadEvaluationDetail(context, row)) };
    },
  }),
  defineCall({
    endpoint: evaluations.evaluationDefaults,
    audit: 'read',
    async handle({ db }, { drama_id }) {
      const drama = await db
        .selectFrom('drama')
        .select(['id', 'title', 'language', 'stage', 'target_roi_d0_bp'])
        .where('id', '=', drama_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (drama === undefined) throw refuse('NOT_FOUND');
      const open = await repository.findOpenRound(db, drama_id);
      return {
        drama: { id: drama.id, label: drama.title },
        stage: drama.stage,
        thresholds: { ...(await loadThresholds(db, drama.language)), roi_d0: drama.target_roi_d0_bp / 10_000 },
        min_spend_usd: USUAL_MIN_SPEND_USD,
        open_round: open ?? null,
      };
    },
  }),
  defineCall({ endpoint: evaluations.createEvaluation, audit: 'write', subject: EVALUATION, handle: createEvaluation }),
  defineCall({ endpoint: evaluations.editEvaluation, audit: 'write', subject: EVALUATION, handle: editEvaluation }),
  defineCall({ endpoint: evaluations.scoreEvaluation, audit: 'write', subject: EVALUATION, handle: scoreEvaluation }),
  defineCall({ endpoint: evaluations.decideEvaluation, audit: 'write', subject: EVALUATION, handle: decideEvaluation }),
  defineCall({
    endpoint: evaluations.trendEvaluation,
    audit: 'read',
    async handle(context, { id, by = 'day', metrics }) {
      const [first, ...others] = metrics;
      if (first === undefined) throw refuseField('metrics', 'required');
      const round = await requireRow(context, id);
      const trend = await queryTrend(context.db, { ...factsOfRound(context, round), by, metrics: [first, ...others], top: 1 });
      const { warnings: _accounts, ...answer } = toTrendAnswer(trend, context.language);
      return answer;
    },
  }),
];
