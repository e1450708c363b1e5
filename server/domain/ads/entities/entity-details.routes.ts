import * as details from '#contracts/endpoints/ad-entity-details.ts';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import { actorWords, eventWords } from '#contracts/vocabulary/launch-events.ts';
import { type CallContext, defineCall } from '../../call.ts';
import { findUnknownByHour, parseReportDays, queryTrend, toTrendAnswer } from '../../insights/index.ts';
import { refuse, refuseField } from '../../refusal.ts';
import { eventsOf } from '../events/index.ts';
import * as query from './entity-details.query.ts';
import { daysAsked, isSeen, launchById } from './launches.query.ts';
import type { EntityLevel } from './levels.ts';

async function requireSeen({ db, caller }: Pick<CallContext, 'db' | 'caller'>, level: EntityLevel, id: number): Promise<void> {
  if (!(await isSeen(db, { level, caller }, id))) throw refuse('NOT_FOUND');
}

async function detail(context: CallContext, { level, id, ...dates }: RequestOf<typeof details.entityDetail>) {
  const { db, caller, now, limits } = context;
  const days = daysAsked(dates, now, limits);
  const row = await launchById(db, { caller, now, level, days }, context, id);
  if (row === undefined) throw refuse('NOT_FOUND');
  const [children, origin, creative] = await Promise.all([
    query.childrenOf(db, level, id),
    query.originOf(db, level, id),
    level === 'ad' ? query.creativeOf(db, context, id) : undefined,
  ]);
  return { level, [level]: row, ...(creative && { creative }), children, ...origin } as ReplyOf<typeof details.entityDetail>;
}

async function trend(context: CallContext, asked: RequestOf<typeof details.entityTrend>): Promise<ReplyOf<typeof details.entityTrend>> {
  const { db, caller, now, limits, language } = context;
  const { level, id, by, metrics } = asked;
  await requireSeen(context, level, id);
  const [first, ...others] = metrics;
  if (first === undefined) throw refuseField('metrics', 'required');
  const [unknown] = by === 'hour' ? findUnknownByHour(metrics) : [];
  if (unknown !== undefined) throw refuseField(`metrics.${unknown}`, 'hourlyMetric');
  const days = parseReportDays(asked, now, limits, by === 'hour' ? 'hour' : 'day');
  const filter = await query.factsOf(db, level, id);
  const [answer, marks] = await Promise.all([
    queryTrend(db, { caller, now, days, filter, under: [], by, metrics: [first, ...others], seriesBy: undefined, top: 1 }),
    query.marksOf(db, caller, { level, id, by, from: days.from, to: days.to }),
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
  defineCall({ endpoint: details.entityDetail, audit: 'read', handle: detail }),
  defineCall({ endpoint: details.entityTrend, audit: 'read', handle: trend }),
  defineCall({
    endpoint: details.entityEvents,
    audit: 'read',
    async handle(context, { level, id, ...asked }) {
      await requireSeen(context, level, id);
      return await eventsOf(context, { level, id, ...asked });
    },
  }),
  defineCall({
    endpoint: details.entitySchedules,
    audit: 'read',
    async handle(context, { level, id }) {
      await requireSeen(context, level, id);
      return { list: await query.schedulesOf(context.db, context.caller, level, id) };
    },
  }),
];
