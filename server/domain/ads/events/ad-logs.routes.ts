import { closeTrend, exportLogs, listCloses, listRemovals, logRules } from '#contracts/endpoints/ad-logs.ts';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import { actorTypes, actorWords } from '#contracts/vocabulary/launch-events.ts';
import { type CallContext, defineCall } from '../../call.ts';
import { MAX_COUNT, parseCursor, toPage } from '../../keyset-page.ts';
import { requireDateOrder } from '../../people/index.ts';
import { refuseField } from '../../refusal.ts';
import { exportFile } from '../../spreadsheet/index.ts';
import { closeColumns, describeLogFilters, removalColumns } from './ad-logs.exports.ts';
import * as query from './ad-logs.query.ts';
import { listSteps } from './trend-steps.ts';

const DAY_MS = 86_400_000;

async function loadTrend(
  { db, caller, language, limits }: CallContext,
  request: RequestOf<typeof closeTrend>,
): Promise<ReplyOf<typeof closeTrend>> {
  requireDateOrder(request);
  const days = (Date.parse(request.date_to) - Date.parse(request.date_from)) / DAY_MS + 1;
  if (days > limits.reportMaxDays) throw refuseField('date_to', 'reportDays', { limit: limits.reportMaxDays });
  const x = listSteps(request.date_from, request.date_to, request.by);
  const counts = await query.countCloses(db, caller, request);
  const actors = actorTypes.filter((actor) => counts.some((row) => row.actor_type === actor));
  return {
    x: request.by === 'month' ? x.map((date) => date.slice(0, 7)) : x,
    series: actors.map((actor) => ({
      key: actor,
      label: actorWords[actor][language],
      metric: request.event === 'open' ? 'opens' : 'closes',
      data: x.map((at) => counts.find((row) => row.at === at && row.actor_type === actor)?.count ?? 0),
    })),
  };
}

function exportLog(context: CallContext, { kind, ...request }: RequestOf<typeof exportLogs>) {
  requireDateOrder(request);
  const { caller } = context;
  const language = request.locale === 'zh-cn' ? 'zh' : 'en';
  const { event: _event, ...removals } = request;
  const { date_from, date_to } = request;
  const days = date_from !== undefined && date_to !== undefined ? ([date_from, date_to] as const) : undefined;
  if (kind === 'close') {
    return exportFile(context, request, {
      page: { zh: '关闭日志', en: 'Close log' },
      slug: 'close-log',
      days,
      columns: closeColumns,
      count: (db) => query.countEvents(db, query.closeCondition(caller, request), Number.MAX_SAFE_INTEGER),
      rows: query.selectCloses(caller, request),
      shape: (found) => query.toCloseRow(found, { caller, language }),
      filters: (db) => describeLogFilters(db, caller, request),
    });
  }
  return exportFile(context, request, {
    page: { zh: '删除日志', en: 'Delete log' },
    slug: 'delete-log',
    days,
    columns: removalColumns,
    count: (db) => query.countEvents(db, query.removalCondition(caller, removals), Number.MAX_SAFE_INTEGER),
    rows: query.selectRemovals(caller, removals),
    shape: (found) => query.toRemovalRow(found, language),
    filters: (db) => describeLogFilters(db, caller, removals),
  });
}

export const adLogCalls = [
  defineCall({
    endpoint: listCloses,
    audit: 'read',
    async handle({ db, caller, language }, { cursor, page_size: limit = 50, ...filter }) {
      requireDateOrder(filter);
      const position = parseCursor(cursor);
      const [counted, found] = await Promise.all([
        query.countEvents(db, query.closeCondition(caller, filter), MAX_COUNT + 1),
        query.loadFirst(db, query.selectCloses(caller, filter, position), limit + 1),
      ]);
      return toPage(found, { limit, counted, shape: (row) => query.toCloseRow(row, { caller, language }) });
    },
  }),
  defineCall({ endpoint: closeTrend, audit: 'read', handle: loadTrend }),
  defineCall({
    endpoint: listRemovals,
    audit: 'read',
    async handle({ db, caller, language }, { cursor, page_size: limit = 50, ...filter }) {
      requireDateOrder(filter);
      const position = parseCursor(cursor);
      const [counted, found] = await Promise.all([
        query.countEvents(db, query.removalCondition(caller, filter), MAX_COUNT + 1),
        query.loadFirst(db, query.selectRemovals(caller, filter, position), limit + 1),
      ]);
      return toPage(found, { limit, counted, shape: (row) => query.toRemovalRow(row, language) });
    },
  }),
  defineCall({ endpoint: logRules, audit: 'read', handle: ({ db, caller }, request) => query.loadLogRules(db, caller, request) }),
  defineCall({ endpoint: exportLogs, audit: 'read', handle: exportLog }),
];
