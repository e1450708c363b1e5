import { type Kysely, sql } from 'kysely';
import type { RuleBody } from '#contracts/rules/host-rules.ts';
import type { RehearsalGap } from '#contracts/vocabulary/host-rules.ts';
import type { Database } from '#server/database/schema.ts';
import type { EntityLevel, EntityStatus } from '#server/database/schema-launches.ts';
import { type ActionHistory, type DueRule, decide, type RuleObject } from './decide.ts';
import {
  addEarlierDays,
  addOrder,
  addToLedgers,
  type ChannelSums,
  createLedgers,
  type HourRow,
  loadHourRows,
  loadPaidOrders,
  orUnknown,
  type PaidOrder,
} from './figures.query.ts';
import { type HourRange, type LocalHour, localHourOf, startOfLocalDay, toLocalDate, toLocalHour } from './hour-ledger.ts';
import { loadObjectStates, type ObjectState, type RuleAccount, withLifetimeSpend } from './rule-objects.query.ts';
import { addSlots, isDue, slotOf } from './schedule.ts';

type Db = Kysely<Database>;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Days before the first rehearsed one that windows and comparisons reach back. */
const DAYS_BEFORE = 14;
/** An hour that has ended is pulled by then. */
const PULL_DELAY_MS = 15 * MINUTE_MS;
/** Orders are pulled this often. */
const ORDER_DELAY_MS = 5 * MINUTE_MS;
/** Rules run this long after the beginning of their half hour. */
const RUN_AFTER_MS = 2 * MINUTE_MS;
const SHIELD_MS = 6 * HOUR_MS;
const CHANNEL_MEASURES = ['spend_usd', 'impressions', 'link_clicks', 'new_users', 'plat_purchases'] as const;

/** Something that became known at an instant. */
interface Knowledge {
  at: number;
  learn(): void;
}

interface KnownRow extends HourRow {
  known_at: Date;
}

async function loadKnownRows(db: Db, accountId: number, { from, before }: HourRange): Promise<KnownRow[]> {
  const { rows } = await sql<KnownRow>`
    select x.id as ad_id, x.ad_group_id, x.campaign_id, k.stat_date, k.stat_hour, k.known_at, k.spend_usd, k.impressions, k.link_clicks,
      k.new_users, ${orUnknown('k.plat_purchases')}
    from insight_hour_known k join ad x on x.id = k.ad_id
    where k.ad_account_id = ${accountId} and k.stat_date >= ${toLocalDate(from)}::date and k.stat_date <= ${toLocalDate(before - 1)}::date
    order by k.known_at, k.ad_id, k.stat_date, k.stat_hour`.execute(db);
  return rows;
}

interface PastEvent {
  level: EntityLevel;
  entity_id: number;
  at: Date;
  event: 'open' | 'close' | 'budget' | 'bid';
  actor_type: string;
  rule_id: number | null;
  before: { status?: EntityStatus; daily_budget?: number; lifetime_budget?: number; bid_amount?: number };
}

async function loadPastEvents(db: Db, accountId: number, level: EntityLevel, from: Date): Promise<PastEvent[]> {
  const { rows } = await sql<PastEvent>`
    select v.level, (case v.level when 'campaign' then v.campaign_id when 'ad_group' then v.ad_group_id else v.ad_id end) as entity_id,
      v.at, v.event, v.actor_type, v.rule_id, v.before
    from ad_event v where v.ad_account_id = ${accountId} and v.level = ${level} and v.at >= ${from}
      and v.event in ('open', 'close', 'budget', 'bid')
    order by v.at, v.id`.execute(db);
  return rows;
}

/** The object as it was at an instant, as far as its events tell. */
function restore(object: ObjectState, events: readonly PastEvent[], at: Date): ObjectState | null {
  if (object.startedAt > at) return null;
  const next = (kinds: readonly string[]) => events.find((event) => event.at > at && kinds.includes(event.event));
  const earlier = events.filter((event) => event.at <= at);
  const status = next(['open', 'close'])?.before.status ?? object.status;
  const budget = next(['budget'])?.before;
  const lastClose = earlier.findLast(({ event }) => event === 'close');
  const lastHuman = earlier.findLast(({ actor_type }) => actor_type === 'user');
  return {
    ...object,
    status,
    isRanked: status === 'ACTIVE',
    isClosedByRule: status === 'PAUSED' && (lastClose === undefined ? object.isClosedByRule : lastClose.rule_id !== null),
    budget: object.budget === null ? null : (budget?.daily_budget ?? budget?.lifetime_budget ?? object.budget),
    bid: object.bid === null ? null : (next(['bid'])?.before.bid_amount ?? object.bid),
    shieldUntil: lastHuman === undefined ? null : new Date(lastHuman.at.getTime() + SHIELD_MS),
    isLocked: false,
  };
}

interface Rehearsed {
  object: RuleObject;
  times: number;
  firstAt: Date;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
  /** In cents; null where the outcome cannot be estimated. */
  saved: number | null;
  lost: number | null;
}

export interface Rehearsal {
  slots: number;
  actions: number;
  recordedHours: number;
  hours: number;
  gaps: ReadonlySet<RehearsalGap>;
  objects: Rehearsed[];
}

interface RehearsedAccount extends RuleAccount {
  timezone_name: string;
}

/** The facts of one object by hour as they are known today, for what an action would have saved or lost. */
interface Outcome {
  spend(from: LocalHour, before: LocalHour): number;
  revenue(from: LocalHour, before: LocalHour): number;
}

function createOutcomes(level: EntityLevel, rows: readonly HourRow[], orders: readonly PaidOrder[]): (id: number) => Outcome {
  const idOf = (path: HourRow | PaidOrder) => ({ campaign: path.campaign_id, ad_group: path.ad_group_id, ad: path.ad_id })[level];
  const spends = new Map<number, { hour: LocalHour; value: number }[]>();
  const revenues = new Map<number, { hour: LocalHour; value: number }[]>();
  const push = (map: typeof spends, id: number, hour: LocalHour, value: number) => {
    const known = map.get(id);
    if (known === undefined) map.set(id, [{ hour, value }]);
    else known.push({ hour, value });
  };
  for (const row of rows) push(spends, idOf(row), toLocalHour(row.stat_date, row.stat_hour), row.spend_usd);
  for (const order of orders) {
    // Only users acquired in the time count: earlier ones would have paid anyway. Their hour is known for first days only.
    const acquired =
      order.day_n === 0 ? toLocalHour(order.stat_date, order.stat_hour) : toLocalHour(order.cohort_date ?? order.stat_date, 12);
    push(revenues, idOf(order), acquired, order.amount_usd);
  }
  const sum = (map: typeof spends, id: number, from: LocalHour, before: LocalHour) =>
    (map.get(id) ?? []).reduce((total, { hour, value }) => (hour >= from && hour < before ? total + value : total), 0);
  return (id) => ({ spend: (from, before) => sum(spends, id, from, before), revenue: (from, before) => sum(revenues, id, from, before) });
}

/**
 * Runs a rule on the past half hours of an account with the figures that were known then, and estimates the outcome of what it would have
 * done. Hours that were not recorded as they were known count from their end, with their figures of now.
 */
export async function rehearse(
  db: Db,
  account: RehearsedAccount,
  body: RuleBody,
  { days, now }: { days: number; now: Date },
): Promise<Rehearsal> {
  const start = slotOf(new Date(now.getTime() - days * DAY_MS));
  const nowHour = localHourOf(now, account.timezone_name);
  const firstHour = startOfLocalDay(localHourOf(start, account.timezone_name)) - DAYS_BEFORE * 24;
  const hours = { from: firstHour, before: nowHour + 1 };
  const offsetMs = localHourOf(now, account.timezone_name) * HOUR_MS - Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const toInstant = (hour: LocalHour) => hour * HOUR_MS - offsetMs;

  const [rows, known, orders, states, events] = [
    await loadHourRows(db, account.ad_account_id, hours),
    await loadKnownRows(db, account.ad_account_id, hours),
    await loadPaidOrders(db, account.ad_account_id, hours),
    await loadObjectStates(db, account, [body.level]),
    await loadPastEvents(db, account.ad_account_id, body.level, new Date(start.getTime() - DAY_MS)),
  ];
  const ledgers = createLedgers(hours);
  await addEarlierDays(db, ledgers, account.ad_account_id, hours.from);

  const keyOf = ({ ad_id, stat_date, stat_hour }: HourRow) => `${ad_id} ${stat_date} ${stat_hour}`;
  const knowledge: Knowledge[] = [];
  const latest = new Map<string, ChannelSums>();
  for (const row of known) {
    const before = latest.get(keyOf(row));
    const change = Object.fromEntries(CHANNEL_MEASURES.map((measure) => [measure, row[measure] - (before?.[measure] ?? 0)]));
    latest.set(keyOf(row), row);
    knowledge.push({
      at: row.known_at.getTime(),
      learn: () => addToLedgers(ledgers, row, toLocalHour(row.stat_date, row.stat_hour), change),
    });
  }
  const rehearsedFrom = startOfLocalDay(localHourOf(start, account.timezone_name));
  let [usedHours, recordedHours] = [0, 0];
  for (const row of rows) {
    const hour = toLocalHour(row.stat_date, row.stat_hour);
    const isRecorded = latest.has(keyOf(row));
    if (hour >= rehearsedFrom && row.impressions > 0) {
      usedHours += 1;
      if (isRecorded) recordedHours += 1;
    }
    if (!isRecorded) knowledge.push({ at: toInstant(hour + 1) + PULL_DELAY_MS, learn: () => addToLedgers(ledgers, row, hour, row) });
  }
  for (const order of orders) knowledge.push({ at: order.paid_at.getTime() + ORDER_DELAY_MS, learn: () => addOrder(ledgers, order) });
  knowledge.sort((a, b) => a.at - b.at);

  const eventsOf = new Map<number, PastEvent[]>();
  for (const event of events) eventsOf.set(event.entity_id, [...(eventsOf.get(event.entity_id) ?? []), event]);
  const outcomeOf = createOutcomes(body.level, rows, orders);
  const rule: DueRule = { ...body, id: 0, dry_run: false };
  const histories = new Map<number, { lastAt: Date; day: string; today: number }>();
  const found = new Map<number, Rehearsed>();
  /** Objects that stay off from an hour on, because the rule turned them off. */
  const closedFrom = new Map<number, LocalHour>();
  let [learned, slots, actions] = [0, 0, 0];

  for (let slot = start; slot < slotOf(now); slot = addSlots(slot, 1)) {
    const at = new Date(slot.getTime() + RUN_AFTER_MS);
    for (let next = knowledge[learned]; next !== undefined && next.at <= at.getTime(); next = knowledge[learned]) {
      next.learn();
      learned += 1;
    }
    if (!isDue(body.schedule, slot, account.timezone_name)) continue;
    slots += 1;
    const hour = localHourOf(at, account.timezone_name);
    const day = toLocalDate(hour);
    const objects = states.flatMap((state) => {
      const own = eventsOf.get(state.id) ?? [];
      const restored = restore(state, own, at);
      if (restored === null) return [];
      const closed = closedFrom.get(state.id);
      const isReopened =
        closed !== undefined &&
        own.some(({ event, at: opened }) => event === 'open' && opened <= at && localHourOf(opened, account.timezone_name) >= closed);
      if (isReopened) closedFrom.delete(state.id);
      return closed !== undefined && !isReopened ? [] : [restored];
    });
    const decisions = decide({
      rules: [rule],
      objects: withLifetimeSpend(objects, ledgers, hour),
      ledgers,
      clock: { now: hour, known: localHourOf(new Date(at.getTime() - PULL_DELAY_MS), account.timezone_name) },
      now: at,
      autoLevel: 'auto',
      isStale: false,
      historyOf: (_rule, { id }): ActionHistory | undefined => {
        const past = histories.get(id);
        return past && { lastAt: past.lastAt, today: past.day === day ? past.today : 0, isAwaited: false };
      },
    });
    for (const { object, change, verdict } of decisions) {
      if (verdict !== 'act') continue;
      actions += 1;
      const past = histories.get(object.id);
      histories.set(object.id, { lastAt: at, day, today: past?.day === day ? past.today + 1 : 1 });
      const estimate = estimateOutcome(body, {
        object,
        change,
        hour,
        nowHour,
        outcome: outcomeOf(object.id),
        events: eventsOf.get(object.id) ?? [],
        timezone: account.timezone_name,
      });
      if (body.action === 'pause') closedFrom.set(object.id, hour);
      const before = found.get(object.id);
      const add = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
      found.set(object.id, {
        object,
        times: (before?.times ?? 0) + 1,
        firstAt: before?.firstAt ?? at,
        before: before?.before ?? change?.before ?? {},
        after: change?.after ?? {},
        saved: before === undefined ? estimate.saved : add(before.saved, estimate.saved),
        lost: before === undefined ? estimate.lost : add(before.lost, estimate.lost),
      });
    }
  }

  const gaps = new Set<RehearsalGap>(['objects']);
  if (recordedHours < usedHours) gaps.add('hours');
  if (body.guard.exclude_learning) gaps.add('learning');
  if (body.action !== 'pause' && body.action !== 'notify') gaps.add('estimates');
  return { slots, actions, recordedHours, hours: usedHours, gaps, objects: [...found.values()] };
}

interface EstimateInput {
  object: RuleObject;
  change: { after: Readonly<Record<string, string | number>> } | null;
  hour: LocalHour;
  nowHour: LocalHour;
  outcome: Outcome;
  events: readonly PastEvent[];
  timezone: string;
}

/** What the action would have saved and lost. Turning off saves everything until it was really turned on again; a budget is in proportion for the rest of the day. */
function estimateOutcome(
  { action }: RuleBody,
  { object, change, hour, nowHour, outcome, events, timezone }: EstimateInput,
): { saved: number | null; lost: number | null } {
  if (action === 'notify') return { saved: 0, lost: 0 };
  if (action === 'pause') {
    const reopened = events.find(({ event, at }) => event === 'open' && localHourOf(at, timezone) > hour);
    const end = reopened === undefined ? nowHour + 1 : localHourOf(reopened.at, timezone);
    return { saved: outcome.spend(hour + 1, end), lost: outcome.revenue(hour + 1, end) };
  }
  const after = change?.after['budget'];
  if (typeof after !== 'number' || object.budget === null || object.budget === 0) return { saved: null, lost: null };
  const share = 1 - after / object.budget;
  const end = Math.min(startOfLocalDay(hour) + 24, nowHour + 1);
  return { saved: outcome.spend(hour + 1, end) * share, lost: outcome.revenue(hour + 1, end) * share };
}
