import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { ReportDeclaration } from '#contracts/reports/report.ts';
import { isMetric, type MetricKey } from '#contracts/rules/metrics.ts';
import { type Call, type CallContext, defineCall } from '../call.ts';
import {
  chooseMaterialVisibility,
  findUnknownByHour,
  findUnsortable,
  isByHour,
  parseReportDays,
  queryReport,
  queryTrend,
  type ReportQuestion,
  toFreshnessAnswer,
  toTrendAnswer,
} from '../insights/index.ts';
import { refuseField } from '../refusal.ts';
import { dimsOf } from './dimension-details.ts';
import { valueInWords } from './dimension-words.ts';
import { exportOfReport } from './report.exports.ts';
import type { ReportEndpoints } from './report-endpoints.ts';

type Asked = Pick<
  RequestOf<ReportEndpoints['query']>,
  'date_from' | 'date_to' | 'date_mode' | 'group_by' | 'filters' | 'under' | 'sort' | 'compare'
>;

const DEFAULT_TOP = 8;

/** The three calls of a declared report. */
export function callsOfReport(report: ReportDeclaration, endpoints: ReportEndpoints): Call[] {
  const visibilityOf = (...of: Parameters<typeof chooseMaterialVisibility>) =>
    report.showsOwnMaterials ? chooseMaterialVisibility(...of) : {};

  /** The question as the engine has it. Refuses a sort by what the report has not. */
  function questionOf({ caller, now, limits }: CallContext, asked: Asked, metrics: readonly MetricKey[]): ReportQuestion {
    const sort = asked.sort ?? [];
    const sorting = sort.flatMap(({ field }) => (isMetric(field) && report.metrics.includes(field) ? [field] : []));
    const { filters = {}, under = [] } = asked;
    const question: ReportQuestion = {
      caller,
      ...visibilityOf(caller, filters, [...asked.group_by, ...under.map(({ by }) => by)]),
      now,
      days: parseReportDays(asked, now, limits, isByHour(asked.group_by) ? 'hour' : 'day'),
      filter: filters,
      under,
      before: asked.compare === 'prev',
      groupBy: asked.group_by,
      metrics: [...new Set([...metrics, ...sorting])],
      sort,
    };
    const [wrong] = findUnsortable(question);
    if (wrong !== undefined) throw refuseField(`sort.${wrong}.field`, 'enum');
    return question;
  }

  return [
    defineCall({
      endpoint: endpoints.query,
      audit: 'read',
      async handle(context, { page = 1, page_size = 20, ...asked }) {
        const question = questionOf(context, asked, asked.metrics ?? report.metrics);
        const found = await queryReport(context.db, question, { limit: page_size, offset: (page - 1) * page_size });
        const dims = await dimsOf(context, asked.group_by, found.lines, question.filter);
        return {
          list: found.lines.map(({ values: _, ...line }, index) => ({ ...line, dims: dims[index] ?? {} })),
          totals: found.totals,
          total: found.total,
          page,
          page_size,
          ...toFreshnessAnswer(found, context.language),
        };
      },
    }),
    defineCall({
      endpoint: endpoints.trend,
      audit: 'read',
      async handle({ db, caller, now, limits, language }, asked) {
        const [first, ...others] = asked.metrics;
        if (first === undefined) throw refuseField('metrics', 'required');
        const by = asked.by === 'hour' || (asked.series_by !== undefined && isByHour([asked.series_by])) ? 'hour' : 'day';
        const [unknown] = by === 'hour' ? findUnknownByHour(asked.metrics) : [];
        if (unknown !== undefined) throw refuseField(`metrics.${unknown}`, 'hourlyMetric');
        const { filters = {}, under = [], series_by: seriesBy } = asked;
        const trend = await queryTrend(db, {
          caller,
          ...visibilityOf(caller, filters, [...(seriesBy === undefined ? [] : [seriesBy]), ...under.map((row) => row.by)]),
          now,
          days: parseReportDays(asked, now, limits, by),
          filter: filters,
          under,
          by: asked.by,
          metrics: [first, ...others],
          seriesBy,
          top: asked.top ?? DEFAULT_TOP,
        });
        return toTrendAnswer(trend, language, seriesBy && ((key, label) => valueInWords(seriesBy, key, label)[language]));
      },
    }),
    defineCall({
      endpoint: endpoints.export,
      audit: 'read',
      handle: (context, request) => exportOfReport(context, report, request, (metrics) => questionOf(context, request, metrics)),
    }),
  ];
}
