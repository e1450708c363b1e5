import type { Limits } from '../limits.ts';

export type WatchLimits = Pick<
  Limits,
  'watchHours' | 'watchMinSpendUsd' | 'watchStoppedPercent' | 'watchRacingPercent' | 'watchOrderSpendUsd' | 'watchExpectedOrders'
>;

/** Figures of an ad account in the same hours of one day; amounts in cents. */
export interface WatchedHours {
  spend: number;
  /** Spend and orders of the longer hours in which orders are missed. */
  orderSpend: number;
  orders: number;
}

export interface WatchedAccount {
  now: WatchedHours;
  /** The previous days since the first spend of the account. */
  before: readonly WatchedHours[];
  /** Whether a campaign that is turned on should deliver. */
  hasActiveCampaigns: boolean;
  /** Whether orders are known up to about now. */
  areOrdersKnown: boolean;
}

export type Finding =
  | { kind: 'spend_stopped' | 'spend_racing'; spend: number; usual: number }
  | { kind: 'spend_without_orders'; spend: number; expected: number };

/** Fewer previous days say nothing about what is usual. */
export const MIN_DAYS = 4;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** Compares the spend of the last hours with the same hours of the previous days. A single earlier day like today makes it usual. */
function judgeSpend({ now, before, hasActiveCampaigns }: WatchedAccount, limits: WatchLimits): Finding | undefined {
  const spends = before.map(({ spend }) => spend);
  const usual = median(spends);
  const least = limits.watchMinSpendUsd * 100;
  const isStopped = usual >= least && now.spend <= (usual * limits.watchStoppedPercent) / 100 && now.spend < Math.min(...spends);
  if (isStopped && hasActiveCampaigns) return { kind: 'spend_stopped', spend: now.spend, usual };
  const isRacing = now.spend >= (Math.max(usual, least) * limits.watchRacingPercent) / 100 && now.spend > Math.max(...spends);
  return isRacing ? { kind: 'spend_racing', spend: now.spend, usual } : undefined;
}

/** Misses orders where the usual yield of the spend promises several. */
function judgeOrders({ now, before, areOrdersKnown }: WatchedAccount, limits: WatchLimits): Finding | undefined {
  if (!areOrdersKnown || now.orders > 0 || now.orderSpend < limits.watchOrderSpendUsd * 100) return undefined;
  const spend = before.reduce((sum, day) => sum + day.orderSpend, 0);
  const orders = before.reduce((sum, day) => sum + day.orders, 0);
  const expected = spend === 0 ? 0 : (now.orderSpend * orders) / spend;
  if (expected < limits.watchExpectedOrders) return undefined;
  return { kind: 'spend_without_orders', spend: now.orderSpend, expected: Math.round(expected) };
}

/** What is unusual about the delivery of an ad account. */
export function judgeDelivery(account: WatchedAccount, limits: WatchLimits): Finding[] {
  if (account.before.length < MIN_DAYS) return [];
  return [judgeSpend(account, limits), judgeOrders(account, limits)].flatMap((finding) => finding ?? []);
}
