import { addDays, addMonths, format, parseISO } from 'date-fns';
import { AdPlatformError, type InsightRow, type Tok } from '../ad-platform.ts';
import type { AccountSettings } from './accounts.ts';
import { type Answer, answersOf, optionalNumber, optionalText, textOf } from './graph/answer.ts';
import type { Graph } from './graph/call.ts';
import { isMissing } from './graph/errors.ts';
import type { Parameters } from './graph/form.ts';
import { readAll } from './graph/paging.ts';
import { accountNode } from './ids.ts';
import { toMinor } from './money.ts';
import { dateIn } from './times.ts';

const HOURLY = 'hourly_stats_aggregated_by_advertiser_time_zone';
const PAGE_SIZE = 500;

const HOUR_FIELDS = ['ad_id', 'date_start', 'spend', 'impressions', 'clicks', 'inline_link_clicks', 'account_currency'] as const;
export const insightFields = {
  hour: HOUR_FIELDS,
  day: [
    ...HOUR_FIELDS,
    'reach',
    'actions',
    'action_values',
    'video_play_actions',
    'video_thruplay_watched_actions',
    'video_p25_watched_actions',
    'video_p50_watched_actions',
    'video_p75_watched_actions',
    'video_p95_watched_actions',
    'video_p100_watched_actions',
    'video_avg_time_watched_actions',
  ],
} as const;

/** One of several overlapping counts of the same events; adding them up would count twice. */
const CONVERSIONS = {
  pixel: {
    viewContent: 'offsite_conversion.fb_pixel_view_content',
    addToCart: 'offsite_conversion.fb_pixel_add_to_cart',
    checkout: 'offsite_conversion.fb_pixel_initiate_checkout',
    purchase: 'offsite_conversion.fb_pixel_purchase',
  },
  omni: {
    viewContent: 'omni_view_content',
    addToCart: 'omni_add_to_cart',
    checkout: 'omni_initiated_checkout',
    purchase: 'omni_purchase',
  },
} as const;

/** Value of an action; 0 when the list does not contain it. */
function actionIn(row: Answer, field: string, type: string): string {
  const found = answersOf(row, field).find((action) => optionalText(action, 'action_type') === type);
  return (found === undefined ? null : optionalText(found, 'value')) ?? '0';
}

const countIn = (row: Answer, field: string, type: string): number => Number(actionIn(row, field, type));
const videoCount = (row: Answer, field: string): number => countIn(row, field, 'video_view');

const counted = (row: Answer) => ({
  spend: toMinor(optionalText(row, 'spend') ?? '0', textOf(row, 'account_currency')),
  impressions: optionalNumber(row, 'impressions') ?? 0,
  clicks: optionalNumber(row, 'clicks') ?? 0,
  link_clicks: optionalNumber(row, 'inline_link_clicks') ?? 0,
});

const delivered = (row: Answer) => ({ ad_id: textOf(row, 'ad_id'), stat_date: textOf(row, 'date_start'), ...counted(row) });

/** Delivery and purchases of a row, whatever it is a row of. */
export function purchasesIn(row: Answer, kind: keyof typeof CONVERSIONS) {
  const { purchase } = CONVERSIONS[kind];
  return {
    ...counted(row),
    plat_purchases: countIn(row, 'actions', purchase),
    plat_value: toMinor(actionIn(row, 'action_values', purchase), textOf(row, 'account_currency')),
  };
}

function toDayRow(row: Answer, counted: (typeof CONVERSIONS)['pixel' | 'omni']): InsightRow {
  const action = (type: string) => countIn(row, 'actions', type);
  const plays = videoCount(row, 'video_play_actions');
  return {
    ...delivered(row),
    stat_hour: null,
    reach: optionalNumber(row, 'reach') ?? 0,
    lp_views: action('landing_page_view'),
    video_plays: plays,
    plays_3s: action('video_view'),
    thruplays: videoCount(row, 'video_thruplay_watched_actions'),
    p25: videoCount(row, 'video_p25_watched_actions'),
    p50: videoCount(row, 'video_p50_watched_actions'),
    p75: videoCount(row, 'video_p75_watched_actions'),
    p95: videoCount(row, 'video_p95_watched_actions'),
    p100: videoCount(row, 'video_p100_watched_actions'),
    // The network reports the mean in seconds.
    watch_ms: Math.round(videoCount(row, 'video_avg_time_watched_actions') * 1000 * plays),
    reactions: action('post_reaction'),
    comments: action('comment'),
    shares: action('post'),
    plat_view_content: action(counted.viewContent),
    plat_add_to_cart: action(counted.addToCart),
    plat_checkouts: action(counted.checkout),
    plat_purchases: action(counted.purchase),
    plat_value: toMinor(actionIn(row, 'action_values', counted.purchase), textOf(row, 'account_currency')),
  };
}

/** The network reports these by the day only. */
const UNKNOWN_BY_HOUR = {
  reach: null,
  lp_views: null,
  video_plays: null,
  plays_3s: null,
  thruplays: null,
  p25: null,
  p50: null,
  p75: null,
  p95: null,
  p100: null,
  watch_ms: null,
  reactions: null,
  comments: null,
  shares: null,
  plat_view_content: null,
  plat_add_to_cart: null,
  plat_checkouts: null,
  plat_purchases: null,
  plat_value: null,
} as const;

/** Hours come as a range of times, such as 13:00:00 - 13:59:59. */
const toHourRow = (row: Answer): InsightRow => ({
  ...delivered(row),
  stat_hour: Number(textOf(row, HOURLY).slice(0, 2)),
  ...UNKNOWN_BY_HOUR,
});

/** Spend of deleted and archived ads is part of every sum, so they are asked for. */
const EVERY_STATUS = {
  field: 'ad.effective_status',
  operator: 'IN',
  value: [
    'ACTIVE',
    'PAUSED',
    'DELETED',
    'ARCHIVED',
    'ADSET_PAUSED',
    'CAMPAIGN_PAUSED',
    'PENDING_REVIEW',
    'PREAPPROVED',
    'DISAPPROVED',
    'PENDING_BILLING_INFO',
    'IN_PROCESS',
    'WITH_ISSUES',
  ],
};

interface Range {
  readonly from: string;
  readonly to: string;
}

const FIRST_POLL_MS = 2_000;
const LONGEST_POLL_MS = 60_000;
const MAX_REPORT_MS = 60 * 60_000;
/** A report may not be known yet right after it was ordered. */
const APPEARING_MS = 60_000;

const failedReport = (run: Answer): AdPlatformError =>
  new AdPlatformError('down', {
    code: optionalNumber(run, 'error_code') ?? 2,
    subcode: optionalNumber(run, 'error_subcode') ?? undefined,
    title: optionalText(run, 'error_user_title') ?? 'The report failed',
    userMessage: optionalText(run, 'error_user_msg') ?? 'The platform could not make the report.',
  });

const WAITING = new Set(['Job Not Started', 'Job Started', 'Job Running', 'Job Completed']);

/** Waits until the report is complete; throws when the network gave it up. */
async function waitForReport(graph: Graph, t: Tok, account: string, run: string): Promise<void> {
  const startedAt = graph.now().getTime();
  const parameters = { fields: 'async_status,async_percent_completion,error_code,error_subcode,error_user_title,error_user_msg' };
  let waitedMs = 0;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(2 * pollMs, LONGEST_POLL_MS)) {
    await graph.sleep(pollMs);
    waitedMs = Math.max(waitedMs + pollMs, graph.now().getTime() - startedAt);
    try {
      const answer = await graph.call({ method: 'GET', path: `/${run}`, token: t.token, account, parameters });
      const status = textOf(answer, 'async_status');
      // Completed may be reported before the last rows are there.
      if (status === 'Job Completed' && optionalNumber(answer, 'async_percent_completion') === 100) return;
      if (!WAITING.has(status) || waitedMs > MAX_REPORT_MS) throw failedReport(answer);
    } catch (error) {
      if (!isMissing(error) || waitedMs > APPEARING_MS) throw error;
    }
  }
}

async function* runReport(graph: Graph, t: Tok, account: string, range: Range, by: 'day' | 'hour'): AsyncGenerator<Answer> {
  const node = accountNode(account);
  const query: Parameters = {
    level: 'ad',
    time_range: { since: range.from, until: range.to },
    time_increment: 1,
    fields: insightFields[by],
    filtering: [EVERY_STATUS],
    ...(by === 'hour' ? { breakdowns: [HOURLY] } : {}),
  };
  const ordered = await graph.call({
    method: 'POST',
    path: `/${node}/insights`,
    token: t.token,
    account,
    isRead: true,
    isBackground: true,
    parameters: query,
  });
  const run = textOf(ordered, 'report_run_id');
  await waitForReport(graph, t, account, run);
  yield* readAll(
    graph,
    { path: `/${run}/insights`, token: t.token, account, isBackground: true },
    {
      pageSize: PAGE_SIZE,
      keyOf: (row) => `${optionalText(row, 'ad_id')} ${optionalText(row, 'date_start')} ${optionalText(row, HOURLY)}`,
    },
  );
}

const plusDays = (date: string, days: number): string => format(addDays(parseISO(date), days), 'yyyy-MM-dd');
const plusMonths = (date: string, months: number): string => format(addMonths(parseISO(date), months), 'yyyy-MM-dd');
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** The rows of a report that fails are collected again from both halves of its range, once. */
async function collect(graph: Graph, t: Tok, account: string, range: Range, by: 'day' | 'hour', canSplit = true): Promise<Answer[]> {
  try {
    const rows: Answer[] = [];
    for await (const row of runReport(graph, t, account, range, by)) rows.push(row);
    return rows;
  } catch (error) {
    if (!canSplit || !(error instanceof AdPlatformError) || error.kind !== 'down') throw error;
    const days = daysBetween(range.from, range.to);
    if (days === 0) return await collect(graph, t, account, range, by, false);
    const middle = plusDays(range.from, Math.floor(days / 2));
    return [
      ...(await collect(graph, t, account, { from: range.from, to: middle }, by, false)),
      ...(await collect(graph, t, account, { from: plusDays(middle, 1), to: range.to }, by, false)),
    ];
  }
}

/** How far figures reach back, in months. */
const MONTHS_BACK = { day: 37, hour: 13 } as const;

/** Figures of the account's ads, from the days that exist there. By the hour each day is a report of its own, because days would merge. */
export async function* insights(
  graph: Graph,
  t: Tok,
  account: string,
  { timezone }: AccountSettings,
  { from, to, by }: Range & { by: 'day' | 'hour' },
): AsyncGenerator<InsightRow> {
  const today = dateIn(graph.now(), timezone);
  const oldest = plusMonths(today, -MONTHS_BACK[by]);
  const range = { from: from > oldest ? from : oldest, to: to < today ? to : today };
  if (range.from > range.to) return;
  if (by === 'day') {
    const counted = CONVERSIONS[graph.config.purchaseAction];
    for (const row of await collect(graph, t, account, range, by)) yield toDayRow(row, counted);
    return;
  }
  for (let date = range.from; date <= range.to; date = plusDays(date, 1))
    for (const row of await collect(graph, t, account, { from: date, to: date }, by)) yield toHourRow(row);
}
