import type { entityTrend } from '#contracts/endpoints/ad-entity-details.ts';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import { actorWords, eventWords } from '#contracts/vocabulary/launch-events.ts';
import type { CallContext } from '../../call.ts';
import { findUnknownByHour, parseReportDays, queryTrend, toTrendAnswer } from '../../insights/index.ts';
import { refuse, refuseField } from '../../refusal.ts';
import * as query from './entity-details.query.ts';
import { isEntityVisible } from './launches.query.ts';
import type { EntityLevel } from './levels.ts';

export async function requireVisible({ db, caller }: Pick<CallContext, 'db' | 'caller'>, level: EntityLevel, id: number): Promise<void> {
  if (!(await isEntityVisible(db, { level, caller }, id))) throw refuse('NOT_FOUND');
}

type TrendRequest = Omit<RequestOf<typeof entityTrend>, 'level' | 'id'>;

/** The days and metrics of a trend; refuses metrics that are unknown by hour. */
export function parseTrend({ by, metrics, ...days }: TrendRequest, { now, limits }: Pick<CallContext, 'now' | 'limits'>) {
  const [first, ...others] = metrics;
  if (first === undefined) throw refuseField('metrics', 'required');
  const [unknown] = by === 'hour' ? findUnknownByHour(metrics) : [];
  if (unknown !== undefined) throw refuseField(`metrics.${unknown}`, 'hourlyMetric');
  const chosen: readonly [typeof first, ...typeof others] = [first, ...others];
  return { by, days: parseReportDays(days, now, limits, by === 'hour' ? 'hour' : 'day'), metrics: chosen };
}

/** The trend of one object, with its openings, closings and changes of budget and bid. */
export async function loadEntityTrend(
  context: CallContext,
  { level, id, ...request }: RequestOf<typeof entityTrend>,
): Promise<ReplyOf<typeof entityTrend>> {
  const { db, caller, now, language } = context;
  await requireVisible(context, level, id);
  const { by, days, metrics } = parseTrend(request, context);
  const filter = await query.loadFactFilter(db, level, id);
  const [answer, marks] = await Promise.all([
    queryTrend(db, { caller, now, days, filter, under: [], by, metrics, seriesBy: undefined, top: 1 }),
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
