import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { boardPacing } from '#contracts/endpoints/home.ts';
import { loadBusinessDay } from '../business-time.ts';
import type { CallContext } from '../call.ts';
import { getNextMonth, getTodayEverywhere, loadFreshness } from '../insights/index.ts';
import type { Words } from '../spreadsheet/index.ts';
import { toBlockFreshness } from './board-cards.ts';
import { viewerOf } from './board-days.ts';
import { loadOwnerPaces, type Month, type OwnerPace } from './pacing.query.ts';

type BoardPacing = ReplyOf<typeof boardPacing>;
type Context = Pick<CallContext, 'db' | 'caller' | 'now' | 'language'>;

const NOBODY: Words = { zh: '未分配', en: 'Unassigned' };

function monthOf(date: string): Month {
  const from = `${date.slice(0, 7)}-01`;
  return { from, next: getNextMonth(from) };
}

type Amounts = Omit<OwnerPace, 'id' | 'label' | 'accounts'>;

const toPace = ({ known_until, ...amounts }: Amounts) => ({
  ...amounts,
  pace: amounts.expected_usd === 0 ? null : Math.round((amounts.paced_spend_usd / amounts.expected_usd) * 1e4) / 1e4,
  known_until: known_until?.toISOString() ?? null,
});

function sumPaces(rows: readonly Amounts[]): Amounts {
  const sum = (key: Exclude<keyof Amounts, 'known_until'>) => rows.reduce((all, row) => all + row[key], 0);
  const known = rows.flatMap(({ known_until }) => (known_until === null ? [] : [known_until.getTime()]));
  return {
    budget_usd: sum('budget_usd'),
    budgets: sum('budgets'),
    lifetime_budgets: sum('lifetime_budgets'),
    rateless_budgets: sum('rateless_budgets'),
    spend_usd: sum('spend_usd'),
    paced_spend_usd: sum('paced_spend_usd'),
    expected_usd: sum('expected_usd'),
    known_until: known.length === 0 ? null : new Date(Math.min(...known)),
    month_spend_usd: sum('month_spend_usd'),
    month_forecast_usd: sum('month_forecast_usd'),
  };
}

/** Running daily budgets and how they are spent, today and in the month, by owner. */
export async function loadPacing(
  { db, caller, now, language }: Context,
  { biz, scope }: RequestOf<typeof boardPacing>,
): Promise<BoardPacing> {
  const month = monthOf(await loadBusinessDay(db, now));
  const found = await loadOwnerPaces(db, viewerOf(caller, scope), { biz, month, now });
  const accounts = [...new Set(found.flatMap((row) => row.accounts))];
  const fresh = await loadFreshness(db, { days: { ...getTodayEverywhere(now), from: month.from }, now }, accounts);
  const list = found.map(({ accounts: _, id, label, ...amounts }) => ({
    id,
    label: label ?? (id === 0 ? NOBODY[language] : `#${id}`),
    ...toPace(amounts),
  }));
  return { totals: toPace(sumPaces(found)), list, month: month.from, ...toBlockFreshness(fresh, language) };
}
