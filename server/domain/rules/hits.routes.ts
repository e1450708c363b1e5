import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as endpoints from '#contracts/endpoints/host-rules.ts';
import type { RuleBody } from '#contracts/rules/host-rules.ts';
import { requireVisible } from '../ads/index.ts';
import { undoItems } from '../batches/index.ts';
import { type CallContext, defineCall } from '../call.ts';
import { MAX_COUNT, parseCursor, toPage } from '../keyset-page.ts';
import { accessRefusal, requireDateOrder } from '../people/index.ts';
import { refuse, refuseField } from '../refusal.ts';
import { toOrder } from './action-orders.ts';
import { evaluateRule } from './decide.ts';
import { loadSituation, toHitMetrics } from './evaluate-account.ts';
import * as hits from './hits.repository.ts';
import { rehearse } from './rehearse.ts';
import * as rules from './rules.repository.ts';
import { requireSoundTerms } from './rules.routes.ts';

const HIT = 'host_rule_hit';
const PAGE = '/operation/account';
/** Objects that a dry run or a rehearsal lists. */
const MAX_ROWS = 200;
const USUAL_DAYS = 7;

async function requireRule(context: CallContext, id: number) {
  const found = await rules.findRule(context, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  return found;
}

/** The terms and accounts that a dry run or a rehearsal is asked for. */
async function loadSubject(
  context: CallContext,
  { id, body, host_account_ids }: Pick<RequestOf<typeof endpoints.dryRunRule>, 'id' | 'body' | 'host_account_ids'>,
) {
  if ((id === undefined) === (body === undefined)) throw refuseField('body', 'ruleSubject');
  const terms: RuleBody = body ?? (await requireRule(context, id ?? 0));
  requireSoundTerms(terms);
  const ids = host_account_ids ?? (id === undefined ? [] : await rules.loadTargetIds(context.db, id));
  return { terms, accounts: await rules.loadTargets(context, ids) };
}

async function dryRun(context: CallContext, request: RequestOf<typeof endpoints.dryRunRule>) {
  const { terms, accounts } = await loadSubject(context, request);
  const found = [];
  const stale = [];
  for (const account of accounts) {
    const ref = { id: account.ad_account_id, label: account.account_name };
    const situation = await loadSituation(context.db, account, [terms.level], context.now);
    if (situation.isStale) stale.push(ref);
    found.push(...evaluateRule(terms, { ...situation, now: context.now }).map((one) => ({ ...one, account: ref })));
  }
  const listed = found.toSorted((a, b) => Number(b.isMatch) - Number(a.isMatch)).slice(0, MAX_ROWS);
  return {
    evaluated: found.length,
    matched: found.filter(({ isMatch }) => isMatch).length,
    stale,
    rows: listed.map(({ object, account, isMatch, obstacle, evaluation }) => ({
      entity: { id: object.id, label: object.name, level: object.level },
      account,
      matched: isMatch,
      obstacle,
      checks: toHitMetrics(evaluation.checks),
    })),
  };
}

const net = ({ saved_usd, lost_usd }: { saved_usd: number | null; lost_usd: number | null }) =>
  saved_usd === null || lost_usd === null ? Number.NEGATIVE_INFINITY : saved_usd - lost_usd;

const round = (cents: number | null): number | null => (cents === null ? null : Math.round(cents));

/** Rehearses a rule in each of its accounts. */
export async function rehearseRule(
  context: CallContext,
  { days = USUAL_DAYS, ...subject }: Omit<RequestOf<typeof endpoints.rehearseRule>, 'page'>,
) {
  const { db, now } = context;
  const { terms, accounts } = await loadSubject(context, subject);
  const results = [];
  for (const account of accounts) results.push({ account, result: await rehearse(db, account, terms, { days, now }) });
  const rows = results.flatMap(({ account, result }) =>
    result.objects.map(({ object, times, firstAt, before, after, saved, lost }) => ({
      entity: { id: object.id, label: object.name, level: object.level },
      account: { id: account.ad_account_id, label: account.account_name },
      currency: account.currency,
      times,
      first_at: firstAt.toISOString(),
      before,
      after,
      saved_usd: round(saved),
      lost_usd: round(lost),
    })),
  );
  const total = (field: 'saved_usd' | 'lost_usd') =>
    rows.length > 0 && rows.every((row) => row[field] === null) ? null : rows.reduce((sum, row) => sum + (row[field] ?? 0), 0);
  const hours = results.reduce((sum, { result }) => sum + result.hours, 0);
  const recorded = results.reduce((sum, { result }) => sum + result.recordedHours, 0);
  return {
    from: new Date(now.getTime() - days * 86_400_000).toISOString(),
    to: now.toISOString(),
    slots: results.reduce((sum, { result }) => sum + result.slots, 0),
    actions: results.reduce((sum, { result }) => sum + result.actions, 0),
    saved_usd: total('saved_usd'),
    lost_usd: total('lost_usd'),
    recorded_pct: hours === 0 ? null : recorded / hours,
    gaps: [...new Set(results.flatMap(({ result }) => [...result.gaps]))],
    rows: rows.toSorted((a, b) => net(b) - net(a)).slice(0, MAX_ROWS),
  };
}

/** Locks the hits of a request; refuses with NOT_FOUND when one of them is not visible. */
async function lockAll(context: CallContext, ids: readonly number[]): Promise<hits.LockedHit[]> {
  const found = await hits.lockHits(context, ids);
  if (found.length < ids.length) throw refuse('NOT_FOUND');
  return found;
}

async function decideHits(context: CallContext, { hit_ids, accept }: RequestOf<typeof endpoints.decideHits>) {
  const { db, now, caller, batches } = context;
  const found = await lockAll(context, hit_ids);
  if (found.some(({ result }) => result !== 'suggested')) throw refuse('STATE_CHANGED');
  const decided = { decided_by: caller.userId, decided_at: now, updated_at: now };
  for (const { id, name, rule_name } of found) {
    context.audit({
      targetType: HIT,
      targetId: id,
      targetLabel: name,
      summary: rule_name,
      before: { result: 'suggested' },
      after: { accept },
    });
  }
  if (!accept) {
    await db
      .updateTable('host_rule_hit')
      .set({ ...decided, result: 'rejected' })
      .where('id', 'in', hit_ids)
      .execute();
    return {};
  }
  const groups = new Map<string, hits.LockedHit[]>();
  for (const hit of found) {
    const key = `${hit.rule_id} ${hit.ad_account_id}`;
    groups.set(key, [...(groups.get(key) ?? []), hit]);
  }
  const starts = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const rule = await requireRule(context, first.rule_id);
    const objects = group.map(({ entity_id, name, before }) => ({ id: entity_id, name, before }));
    const ordered = toOrder(rule, objects, { code: first.currency, exponent: first.exponent });
    if (ordered === null) throw refuse('STATE_CHANGED');
    const refusal = accessRefusal(ordered.type, caller);
    if (refusal !== null) throw refuse(refusal);
    const start = await batches.start(context, ordered.order);
    const items = await db.selectFrom('batch_item').select('id').where('batch_id', '=', start.batch_id).orderBy('seq').execute();
    for (const [at, { id }] of group.entries()) {
      await db
        .updateTable('host_rule_hit')
        .set({ ...decided, result: 'acting', batch_item_id: items[at]?.id ?? null })
        .where('id', '=', id)
        .execute();
    }
    starts.push(start);
  }
  const [first, ...others] = starts;
  if (first === undefined) throw refuse('STATE_CHANGED');
  const siblings = others.map(({ batch_id }) => batch_id);
  return { ...first, ...(siblings.length > 0 ? { siblings } : {}) };
}

async function undoHits(context: CallContext, { hit_ids, idempotency_key }: RequestOf<typeof endpoints.undoHits>) {
  const found = await lockAll(context, hit_ids);
  if (found.some(({ result, batch_item_id }) => result !== 'done' || batch_item_id === null)) throw refuse('STATE_CHANGED');
  for (const { id, name, rule_name } of found)
    context.audit({ targetType: HIT, targetId: id, targetLabel: name, summary: { codes: ['undo'], about: rule_name } });
  return await undoItems(context, {
    itemIds: found.flatMap(({ batch_item_id }) => batch_item_id ?? []),
    action: endpoints.undoHits.path,
    origin: PAGE,
    summary: { zh: `撤销规则的 ${found.length} 个动作`, en: `Undo ${found.length} action${found.length === 1 ? '' : 's'} of rules` },
    idempotencyKey: idempotency_key,
  });
}

export const hitCalls = [
  defineCall({ endpoint: endpoints.dryRunRule, audit: 'read', handle: dryRun }),
  defineCall({ endpoint: endpoints.rehearseRule, audit: 'read', handle: rehearseRule }),
  defineCall({
    endpoint: endpoints.listRuleRuns,
    audit: 'read',
    async handle(context, { rule_id, cursor, page_size: limit = 50 }) {
      await requireRule(context, rule_id);
      const [counted, found] = await Promise.all([
        hits.countRuns(context.db, rule_id, MAX_COUNT + 1),
        hits.loadRuns(context.db, rule_id, parseCursor(cursor), limit + 1),
      ]);
      return toPage(found, { limit, counted, shape: (row) => ({ ...row, at: row.at.toISOString() }) });
    },
  }),
  defineCall({
    endpoint: endpoints.listHits,
    audit: 'read',
    async handle(context, { cursor, page_size: limit = 50, ...filter }) {
      requireDateOrder({ date_from: filter.date_from, date_to: filter.date_to });
      const where = hits.hitCondition(context, filter);
      const [counted, found] = await Promise.all([
        hits.countHits(context.db, where, MAX_COUNT + 1),
        hits.loadFirst(context.db, hits.selectHits(context, where, parseCursor(cursor)), limit + 1),
      ]);
      return toPage(found, { limit, counted, shape: (row) => hits.toHitRow(row, context) });
    },
  }),
  defineCall({
    endpoint: endpoints.entityHits,
    audit: 'read',
    async handle(context, { level, id, cursor, page_size: limit = 50 }) {
      await requireVisible(context, level, id);
      const where = hits.hitsOn({ level, id });
      const [counted, found] = await Promise.all([
        hits.countHits(context.db, where, MAX_COUNT + 1),
        hits.loadFirst(context.db, hits.selectHits(context, where, parseCursor(cursor)), limit + 1),
      ]);
      return toPage(found, { limit, counted, shape: (row) => hits.toHitRow(row, context) });
    },
  }),
  defineCall({
    endpoint: endpoints.decideHits,
    audit: 'write',
    subject: HIT,
    handle: decideHits,
    complete: async (context, answer) =>
      answer.batch_id === undefined
        ? answer
        : await context.batches.waitForEnd(context.db, {
            ...(await context.batches.loadStart(context.db, answer.batch_id)),
            ...(answer.siblings && { siblings: answer.siblings }),
          }),
  }),
  defineCall({
    endpoint: endpoints.undoHits,
    audit: 'write',
    subject: HIT,
    handle: undoHits,
    complete: (context, answer) => context.batches.waitForEnd(context.db, answer),
  }),
  defineCall({
    endpoint: endpoints.ruleLedger,
    audit: 'read',
    async handle(context, { rule_id, cursor, page_size: limit = 50 }) {
      await requireRule(context, rule_id);
      const [counted, found] = await Promise.all([
        hits.countLedger(context.db, rule_id, context.now, MAX_COUNT + 1),
        hits.loadFirst(context.db, hits.selectLedger(rule_id, context, parseCursor(cursor)), limit + 1),
      ]);
      return toPage(found, { limit, counted, shape: hits.toLedgerRow });
    },
  }),
];
