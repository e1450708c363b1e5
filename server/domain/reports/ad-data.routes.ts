import { adDataMetrics, exportAdData, queryAdData, trendAdData } from '#contracts/endpoints/ad-data.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { isMetric, type MetricKey } from '#contracts/rules/metrics.ts';
import { type CallContext, defineCall } from '../call.ts';
import {
  daysOf,
  freshnessAsAnswer,
  queryReport,
  queryTrend,
  type ReportQuestion,
  trendAsAnswer,
  unknownByHour,
  unsortable,
} from '../insights/index.ts';
import { refuseField } from '../refusal.ts';
import { dimsOf } from './ad-data.details.ts';
import { exportOfAdData } from './ad-data.exports.ts';

type Asked = Pick<
  RequestOf<typeof queryAdData>,
  'date_from' | 'date_to' | 'date_mode' | 'group_by' | 'filters' | 'under' | 'sort' | 'compare'
>;

/** The question as the engine has it. Refuses a sort by what the report has not. */
export function questionOf({ caller, now, limits }: CallContext, asked: Asked, metrics: readonly MetricKey[]): ReportQuestion {
  const sort = asked.sort ?? [];
  const sorting = sort.flatMap(({ field }) => (isMetric(field) && adDataMetrics.includes(field) ? [field] : []));
  const question: ReportQuestion = {
    caller,
    now,
    days: daysOf(asked, now, limits),
    filter: asked.filters ?? {},
    under: asked.under ?? [],
    before: asked.compare === 'prev',
    groupBy: asked.group_by,
    metrics: [...new Set([...metrics, ...sorting])],
    sort,
  };
  const [wrong] = unsortable(question);
  if (wrong !== undefined) throw refuseField(`sort.${wrong}.field`, 'enum');
  return question;
}

const DEFAULT_TOP = 8;

/** The calls of figures by person, account and what was launched. */
export const adDataCalls = [
  defineCall({
    endpoint: queryAdData,
    audit: 'read',
    async handle(context, { page = 1, page_size = 20, ...asked }) {
      const question = questionOf(context, asked, asked.metrics ?? adDataMetrics);
      const report = await queryReport(context.db, question, { limit: page_size, offset: (page - 1) * page_size });
      const dims = await dimsOf(context, asked.group_by, report.lines, question.filter);
      return {
        list: report.lines.map(({ values: _, ...line }, index) => ({ ...line, dims: dims[index] ?? {} })),
        totals: report.totals,
        total: report.total,
        page,
        page_size,
        ...freshnessAsAnswer(report, context.language),
      };
    },
  }),
  defineCall({
    endpoint: trendAdData,
    audit: 'read',
    async handle({ db, caller, now, limits, language }, asked) {
      const [first, ...others] = asked.metrics;
      if (first === undefined) throw refuseField('metrics', 'required');
      const [unknown] = asked.by === 'hour' ? unknownByHour(asked.metrics) : [];
      if (unknown !== undefined) throw refuseField(`metrics.${unknown}`, 'hourlyMetric');
      const trend = await queryTrend(db, {
        caller,
        now,
        days: daysOf(asked, now, limits, asked.by === 'hour' ? 'hour' : 'day'),
        filter: asked.filters ?? {},
        under: asked.under ?? [],
        by: asked.by,
        metrics: [first, ...others],
        seriesBy: asked.series_by,
        top: asked.top ?? DEFAULT_TOP,
      });
      return trendAsAnswer(trend, language);
    },
  }),
  defineCall({
    endpoint: exportAdData,
    audit: 'read',
    handle: (context, request) => exportOfAdData(context, request, (metrics) => questionOf(context, request, metrics)),
  }),
];
