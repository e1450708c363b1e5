import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import * as entities from '#contracts/endpoints/ad-entities.ts';
import type { Database } from '#server/database/schema.ts';
import type { AnyBatchType, RecordedChange } from '../../batches/index.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { type AmountChange, type AmountEdit, changeBid, changeBudget, resetsLearning } from './budget.rules.ts';
import { type LoadedEntity, loadBudgetHistory } from './loaded-entity.ts';
import { type Change, createPushedType, type OrderSource, type SentPatch } from './pushed-type.ts';
import { omitUndefined, type RepeatedOrder } from './repeat-orders.ts';
import { requireSeenAmounts } from './seen-amounts.ts';
import { changeObstacle } from './status.rules.ts';

export type AmountParams = AmountEdit & OrderSource;

/** The amount the user saw when the change was ordered; absent when the request did not say. */
export interface AmountItem {
  seen?: number | null;
}

type Db = Kysely<Database>;

const AMOUNT_KINDS = ['daily_budget', 'lifetime_budget', 'bid_amount'] as const;

const NO_HISTORY = { spent: 0, changes: [] as Date[] };

/** The budget of a campaign or ad group after the edit, or the reason it cannot change. */
export function computeBudget(
  entity: LoadedEntity,
  edit: AmountEdit,
  { history = NO_HISTORY, timezone }: { history?: { spent: number; changes: Date[] } | undefined; timezone: string },
): AmountChange | Refusal {
  const level = entity.level === 'campaign' ? 'campaign' : 'ad_group';
  const { bidStrategy, budget, account } = entity;
  const facts = { level, bidStrategy, ...budget, currency: account.currency, ...history } as const;
  return changeObstacle(entity.status) ?? changeBudget(facts, edit, timezone);
}

/** The bid after the edit, or the reason it cannot change. */
export const computeBid = ({ status, bidStrategy, bid, account }: LoadedEntity, edit: AmountEdit): AmountChange | Refusal =>
  changeObstacle(status) ?? changeBid({ bidStrategy, bid, currency: account.currency }, edit);

/** A large change makes the channel restart the learning phase. */
export async function restartLearning(db: Db, { level, id }: LoadedEntity, now: Date): Promise<[]> {
  await sql`
    update ad_group set learning_stage = 'LEARNING', learning_events = 0, updated_at = ${now}
    where ${sql.ref(level === 'campaign' ? 'campaign_id' : 'id')} = ${id} and status <> 'DELETED'`.execute(db);
  return [];
}

function toChange(entity: LoadedEntity, amount: AmountChange | Refusal, event: 'budget' | 'bid'): Change | Refusal {
  if (amount instanceof Refusal) return amount;
  const { kind, before, after } = amount;
  const hasLearningReset = resetsLearning(amount);
  return {
    patch: { [kind]: after },
    before: { [kind]: before },
    after: { [kind]: after, ...(hasLearningReset ? { learning_stage: 'LEARNING' } : {}) },
    columns: { [kind]: after },
    event,
    ...(hasLearningReset ? { applyRelated: (db, { now }) => restartLearning(db, entity, now) } : {}),
  };
}

/** A colleague may have changed the amount between the order and its execution. */
const requireUnchangedSinceSeen = (
  context: { db: Db; timezone: string },
  entity: LoadedEntity,
  { seen }: AmountItem,
  what: 'budget' | 'bid',
): Promise<void> =>
  requireSeenAmounts(context, { seen: seen === undefined ? [] : [{ id: entity.id, amount: seen }], entities: [entity], what });

/** The change to the amount that was sent to the channel, compared with the amount stored now. */
function toSentAmount({ budget, bid }: LoadedEntity, sent: SentPatch): AmountChange | Refusal {
  const amounts = { daily_budget: budget.daily, lifetime_budget: budget.lifetime, bid_amount: bid };
  for (const kind of AMOUNT_KINDS) {
    const [before, after] = [amounts[kind], sent[kind]];
    if (typeof after === 'number' && after !== before) return { kind, before, after };
  }
  return refuse('NO_CHANGE');
}

const repeatAs =
  (action: 'budget' | 'bid') =>
  ({ mode, value, limit }: AmountParams): RepeatedOrder => ({ action, values: omitUndefined({ mode, value, limit }) });

/** Sets the amount that was recorded before the change. */
function restoreAmount({ before }: Pick<RecordedChange, 'before'>): { params: AmountParams } | null {
  const kind = AMOUNT_KINDS.find((one) => typeof before[one] === 'number');
  return kind === undefined ? null : { params: { mode: 'set', value: Number(before[kind]) } };
}

const budgetBatch = createPushedType<AmountParams, AmountItem>({
  type: 'budget',
  orderedBy: [entities.setBudgets],
  pace: 'urgent',
  async decide({ db, entity, params, itemParams, now, timezone, isSent, sent }) {
    if (isSent && sent !== null) return toChange(entity, toSentAmount(entity, sent), 'budget');
    if (!isSent) await requireUnchangedSinceSeen({ db, timezone }, entity, itemParams, 'budget');
    const level = entity.level === 'campaign' ? 'campaign' : 'ad_group';
    const history = isSent ? undefined : (await loadBudgetHistory(db, level, [entity.id], now)).get(entity.id);
    return toChange(entity, computeBudget(entity, params, { history, timezone }), 'budget');
  },
  toRepeatedOrder: repeatAs('budget'),
  invert: restoreAmount,
});

const bidBatch = createPushedType<AmountParams, AmountItem>({
  type: 'bid',
  orderedBy: [entities.setBids],
  pace: 'urgent',
  async decide({ db, entity, params, itemParams, timezone, isSent, sent }) {
    if (isSent && sent !== null) return toChange(entity, toSentAmount(entity, sent), 'bid');
    if (!isSent) await requireUnchangedSinceSeen({ db, timezone }, entity, itemParams, 'bid');
    return toChange(entity, computeBid(entity, params), 'bid');
  },
  toRepeatedOrder: repeatAs('bid'),
  invert: restoreAmount,
});

export const amountBatchTypes: readonly AnyBatchType[] = [budgetBatch, bidBatch];
export { bidBatch, budgetBatch };
