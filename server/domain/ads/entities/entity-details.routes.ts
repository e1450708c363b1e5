import * as details from '#contracts/endpoints/ad-entity-details.ts';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import { actorWords, eventWords } from '#contracts/vocabulary/launch-events.ts';
import { type CallContext, defineCall } from '../../call.ts';
import { findUnknownByHour, parseReportDays, queryTrend, toTrendAnswer } from '../../insights/index.ts';
import { refuse, refuseField } from '../../refusal.ts';
import { loadEntityEvents } from '../events/index.ts';
import * as query from './entity-details.query.ts';
import { isEntityVisible, loadLaunch, parseLaunchDays } from './launches.query.ts';
import type { EntityLevel } from './levels.ts';

async function requireVisible({ db, caller }: Pick<CallContext, 'db' | 'caller'>, level: EntityLevel, id: number): Promise<void> {
  if (!(await isEntityVisible(db, { level, caller }, id))) throw refuse('NOT_FOUND');
}

async function loadDetail(context: CallContext, { level, id, ...dates }: RequestOf<typeof details.entityDetail>) {
  const { db, caller, now, limits } = context;
  const days = parseLaunchDays(dates, now, limits);
  const row = await loadLaunch(db, { caller, now, level, days }, context, id);
  if (row === undefined) throw refuse('NOT_FOUND');
  const [children, origin, creative] = await Promise.all([
    query.loadChildren(db, level, id),
    query.loadOrigin(db, level, id),
    level === 'ad' ? query.loadCreative(db, context, id) : undefined,
  ]);
  return { level, [level]: row, ...(creative && { creative }), children, ...origin } as ReplyOf<typeof details.entityDetail>;
}

async function loadTrend(
  context: CallContext,
  request: RequestOf<typeof details.entityTrend>,
): Promise<ReplyOf<typeof details.entityTrend>> {
  const { db, caller, now, limits, language } = context;
  const { level, id, by, metrics } = request;
  await requireVisible(context, level, id);
  const [first, ...others] = metrics;
  if (first === undefined) throw refuseField('metrics', 'required');
  const [unknown] = by === 'hour' ? findUnknownByHour(metrics) : [];
  if (unknown !== undefined) throw refuseField(`metrics.${unknown}`, 'hourlyMetric');
  const days = parseReportDays(request, now, limits, by === 'hour' ? 'hour' : 'day');
  const filter = await query.loadFactFilter(db, level, id);
  const [answer, marks] = await Promise.all([
    queryTrend(db, { caller, now, days, filter, under: [], by, metrics: [first, ...others], seriesBy: undefined, top: 1 }),
    query.loadMarks(db, caller, { level, id, by, from: days.from, to: days.to }),
  ]);
  const points = new Set(answer.x);
  return {
    ...toTrendAnswer(answer, language),
    events: marks.flatMap(({ at, kind, who, actor_type }) =>
      points.has(at) ? [{ at, kind, label: `${eventWords[kind][language]} · ${who ?? actorWords[actor_type][language]}` }] : [],
    ),
  };
}

export const entityDetailCalls = [
  defineCall({ endpoint: details.entityDetail, audit: 'read', handle: loadDetail }),
  defineCall({ endpoint: details.entityTrend, audit: 'read', handle: loadTrend }),
  defineCall({
    endpoint: details.entityEvents,
    audit: 'read',
    async handle(context, { level, id, ...request }) {
      await requireVisible(context, level, id);
      return await loadEntityEvents(context, { level, id, ...request });
    },
  }),
  defineCall({
    endpoint: details.entitySchedules,
    audit: 'read',
    async handle(context, { level, id }) {
      await requireVisible(context, level, id);
      return { list: await query.loadSchedules(context.db, context.caller, level, id) };
    },
  }),
];
