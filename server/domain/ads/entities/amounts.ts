import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import * as entities from '#contracts/endpoints/ad-entities.ts';
import type { Database } from '#server/database/schema.ts';
import type { AnyBatchType } from '../../batches/index.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { type AgainOrder, said } from './again.ts';
import { type Amount, type AmountWish, changedBid, changedBudget, learningResets } from './budget.rules.ts';
import { budgetHistory, type LoadedEntity } from './loaded-entity.ts';
import { type Change, type Ordered, pushedType, type Sent } from './pushing.ts';
import { requireSeen } from './seen-amounts.ts';
import { standsStill } from './status.rules.ts';

export type AmountParams = AmountWish & Ordered;

/** What was seen of one object when its change was ordered; absent where nobody said. */
export interface AmountItem {
  seen?: number | null;
}

type Db = Kysely<Database>;

const nowhere = { spent: 0, changes: [] as Date[] };

/** The budget of a campaign or ad group as the wish would have it, or why not. */
export function budgetOf(
  entity: LoadedEntity,
  wish: AmountWish,
  { history = nowhere, timezone }: { history?: { spent: number; changes: Date[] } | undefined; timezone: string },
): Amount | Refusal {
  const level = entity.level === 'campaign' ? 'campaign' : 'ad_group';
  const { bidStrategy, budget, account } = entity;
  const facts = { level, bidStrategy, ...budget, currency: account.currency, ...history } as const;
  return standsStill(entity.status) ?? changedBudget(facts, wish, timezone);
}

/** The same of a bid. */
export const bidOf = ({ status, bidStrategy, bid, account }: LoadedEntity, wish: AmountWish): Amount | Refusal =>
  standsStill(status) ?? changedBid({ bidStrategy, bid, currency: account.currency }, wish);

/** A large step makes the channel learn anew. */
async function learnAnew(db: Db, { level, id }: LoadedEntity, now: Date): Promise<[]> {
  await sql`
    update ad_group set learning_stage = 'LEARNING', learning_events = 0, updated_at = ${now}
    where ${sql.ref(level === 'campaign' ? 'campaign_id' : 'id')} = ${id} and status <> 'DELETED'`.execute(db);
  return [];
}

function changeOf(entity: LoadedEntity, amount: Amount | Refusal, event: 'budget' | 'bid'): Change | Refusal {
  if (amount instanceof Refusal) return amount;
  const { kind, before, after } = amount;
  const resets = learningResets(amount);
  return {
    patch: { [kind]: after },
    before: { [kind]: before },
    after: { [kind]: after, ...(resets ? { learning_stage: 'LEARNING' } : {}) },
    columns: { [kind]: after },
    event,
    ...(resets ? { also: (db, { now }) => learnAnew(db, entity, now) } : {}),
  };
}

/** Between the order and its turn, a colleague's own order may have come first. */
const requireStillSeen = (
  reading: { db: Db; timezone: string },
  entity: LoadedEntity,
  { seen }: AmountItem,
  what: 'budget' | 'bid',
): Promise<void> => requireSeen(reading, { seen: seen === undefined ? [] : [{ id: entity.id, amount: seen }], entities: [entity], what });

/** The amount that the channel was told, from what stands here now. */
function sentAmount({ budget, bid }: LoadedEntity, sent: Sent): Amount | Refusal {
  const amounts = { daily_budget: budget.daily, lifetime_budget: budget.lifetime, bid_amount: bid };
  for (const kind of ['daily_budget', 'lifetime_budget', 'bid_amount'] as const) {
    const [before, after] = [amounts[kind], sent[kind]];
    if (typeof after === 'number' && after !== before) return { kind, before, after };
  }
  return refuse('NO_CHANGE');
}

const againAs =
  (action: 'budget' | 'bid') =>
  ({ mode, value, limit }: AmountParams): AgainOrder => ({ action, values: said({ mode, value, limit }) });

const budgetBatch = pushedType<AmountParams, AmountItem>({
  type: 'budget',
  label: { zh: '改预算', en: 'Change budgets' },
  orderedBy: [entities.setBudgets],
  pace: 'urgent',
  async decide({ db, entity, params, itemParams, now, timezone, isSent, sent }) {
    if (isSent && sent !== null) return changeOf(entity, sentAmount(entity, sent), 'budget');
    if (!isSent) await requireStillSeen({ db, timezone }, entity, itemParams, 'budget');
    const level = entity.level === 'campaign' ? 'campaign' : 'ad_group';
    const history = isSent ? undefined : (await budgetHistory(db, level, [entity.id], now)).get(entity.id);
    return changeOf(entity, budgetOf(entity, params, { history, timezone }), 'budget');
  },
  ordered: againAs('budget'),
});

const bidBatch = pushedType<AmountParams, AmountItem>({
  type: 'bid',
  label: { zh: '改出价', en: 'Change bids' },
  orderedBy: [entities.setBids],
  pace: 'urgent',
  async decide({ db, entity, params, itemParams, timezone, isSent, sent }) {
    if (isSent && sent !== null) return changeOf(entity, sentAmount(entity, sent), 'bid');
    if (!isSent) await requireStillSeen({ db, timezone }, entity, itemParams, 'bid');
    return changeOf(entity, bidOf(entity, params), 'bid');
  },
  ordered: againAs('bid'),
});

export const amountBatchTypes: readonly AnyBatchType[] = [budgetBatch, bidBatch];
export { budgetBatch };
