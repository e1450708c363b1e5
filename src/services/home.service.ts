import { call } from './call.ts';
import { trendReads } from './report-reads.ts';

export const boardSummary = call('/home-board/summary', {
  kind: true,
  cards: true,
  hour: true,
  minute: true,
  biz_date: true,
  not_started_accounts: true,
  as_of: true,
  newest_at: true,
  warnings: [{ kind: true, text: true, refs: [{ id: true, label: true, since: true }] }],
});
export const boardTrend = call('/home-board/trend', { ...trendReads, clock: { date: true, timezone: true, moving_from: true } });
export const boardTop = call('/home-board/top', { list: [{ id: true, label: true, cover_url: true, m: true }] });
const pacing = {
  budget_usd: true,
  budgets: true,
  lifetime_budgets: true,
  rateless_budgets: true,
  spend_usd: true,
  paced_spend_usd: true,
  expected_usd: true,
  pace: true,
  known_until: true,
  month_spend_usd: true,
  month_forecast_usd: true,
} as const;
export const boardPacing = call('/home-board/pacing', {
  totals: pacing,
  list: [{ id: true, label: true, ...pacing }],
  month: true,
  as_of: true,
  newest_at: true,
  warnings: [{ kind: true, text: true, refs: [{ id: true, label: true, since: true }] }],
});
export const boardTodo = call('/home-board/todo', {
  list: [{ kind: true, count: true, link: true }],
  hosting: [{ kind: true, count: true, link: true }],
  setup: [{ step: true, done: true, link: true }],
});
export const boardMissed = call('/home-board/missed', { list: [{ kind: true, count: true, link: true }] });
