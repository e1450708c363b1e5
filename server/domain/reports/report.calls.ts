import type { RawBuilder } from 'kysely';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { ReportWarning } from '#contracts/endpoints/report-shapes.ts';
import type { ReportDeclaration } from '#contracts/reports/report.ts';
import { isMetric, type MetricKey } from '#contracts/rules/metrics.ts';
import { type Call, type CallContext, defineCall } from '../call.ts';
import {
  chooseMaterialVisibility,
  type FactFilter,
  findUnknownByHour,
  findUnsortable,
  isByHour,
  ordersMissing,
  parseReportDays,
  queryReport,
  queryTrend,
  type ReportFigures,
  type ReportQuestion,
  toFreshnessAnswer,
  toTrendAnswer,
} from '../insights/index.ts';
import type { Language } from '../messages.ts';
import { refuseField } from '../refusal.ts';
import { dimsOf, namesOf } from './dimension-details.ts';
import { valueInWords } from './dimension-words.ts';
import { type ExtraColumns, exportOfReport } from './report.exports.ts';
import type { ReportEndpoints } from './report-endpoints.ts';

type Asked = Pick<
  RequestOf<ReportEndpoints['query']>,
  'date_from' | 'date_to' | 'date_mode' | 'group_by' | 'filters' | 'under' | 'sort' | 'compare'
>;

const DEFAULT_TOP = 8;
/** Charted in place of metrics that are all missing, to learn the points in time. */
const ALWAYS_KNOWN: MetricKey = 'spend';

/** What a report has besides its declaration. */
export interface ReportOptions {
  /** Limits its facts to the pixels that the caller sees and that meet its filters. */
  pixels?: (context: CallContext, filter: FactFilter) => Promise<RawBuilder<boolean>>;
  /** Metrics of orders. When orders cannot be read, the others are answered without them. */
  ofOrders?: readonly MetricKey[];
  /** Columns of its files that are not selected with the rows. */
  exportColumns?: ExtraColumns;
}

/** Asks again without the metrics of orders when the answer with them fails; `missing` are those left out. */
async function answerWithoutOrders<Answer>(
  metrics: readonly MetricKey[],
  ofOrders: readonly MetricKey[],
  ask: (metrics: readonly MetricKey[]) => Promise<Answer>,
): Promise<{ answer: Answer; missing: readonly MetricKey[] }> {
  const missing = metrics.filter((key) => ofOrders.includes(key));
  try {
    return { answer: await ask(metrics), missing: [] };
  } catch (error) {
    if (missing.length === 0) throw error;
    return { answer: await ask(metrics.filter((key) => !missing.includes(key))), missing };
  }
}

/** The answer with a warning about the metrics that are missing. */
const withWarning = <Answer extends { warnings?: ReportWarning[] }>(
  answer: Answer,
  missing: readonly MetricKey[],
  language: Language,
): Answer => (missing.length === 0 ? answer : { ...answer, warnings: [...(answer.warnings ?? []), ordersMissing(language)] });

/** The three calls of a declared report. */
export function callsOfReport(
  report: ReportDeclaration,
  endpoints: ReportEndpoints,
  { pixels, ofOrders = [], exportColumns }: ReportOptions = {},
): Call[] {
  const visibilityOf = (...of: Parameters<typeof chooseMaterialVisibility>) =>
    report.showsOwnMaterials ? chooseMaterialVisibility(...of) : {};
  const pixelsOf = async (context: CallContext, filter: FactFilter) =>
    pixels === undefined ? {} : { pixels: await pixels(context, filter) };
  /** The question as the engine has it. Refuses a sort by what the report has not. */
  async function questionOf(context: CallContext, asked: Asked, metrics: readonly MetricKey[]): Promise<ReportQuestion> {
    const { caller, now, limits } = context;
    const sort = asked.sort ?? [];
    const sorting = sort.flatMap(({ field }) => (isMetric(field) && report.metrics.includes(field) ? [field] : []));
    const { under = [] } = asked;
    const filters = { ...report.defaults, ...asked.filters, ...report.always };
    const question: ReportQuestion = {
      caller,
      ...visibilityOf(caller, filters, [...asked.group_by, ...under.map(({ by }) => by)]),
      now,
      facts: report.facts,
      isOrganicApart: report.organicApart,
      // Orders are stored with their hours, however old they are.
      days: parseReportDays(asked, now, limits, report.facts === undefined && isByHour(asked.group_by) ? 'hour' : 'day'),
      filter: filters,
      ...(await pixelsOf(context, filters)),
      under,
      having: report.subject,
      before: asked.compare === 'prev',
      groupBy: asked.group_by,
      metrics: [...new Set([...metrics, ...sorting])],
      sort,
    };
    const [wrong] = findUnsortable(question);
    if (wrong !== undefined) throw refuseField(`sort.${wrong}.field`, 'enum');
    return question;
  }

  /** The spend that the report leaves out. The rows below another row are part of what was already told. */
  async function findLeftOut({ db }: CallContext, { having, ...question }: ReportQuestion) {
    if (having === undefined || question.under.length > 0) return undefined;
    const rest: ReportQuestion = {
      ...question,
      under: [{ by: having, id: 0 }],
      groupBy: [having],
      metrics: ['spend'],
      sort: [],
      before: false,
    };
    const { totals } = await queryReport(db, rest, { limit: 0, offset: 0 });
    return { m: totals.m };
  }

  return [
    defineCall({
      endpoint: endpoints.query,
      audit: 'read',
      async handle(context, { page = 1, page_size = 20, ...asked }) {
        const question = await questionOf(context, asked, asked.metrics ?? report.metrics);
        const place = { limit: page_size, offset: (page - 1) * page_size };
        const { answer: found, missing } = await answerWithoutOrders(question.metrics, ofOrders, (metrics) => {
          const sort = question.sort.filter(({ field }) => !isMetric(field) || metrics.includes(field));
          return queryReport(context.db, { ...question, metrics, sort }, place);
        });
        const nothing = Object.fromEntries(missing.map((key) => [key, null]));
        const complete = <Of extends ReportFigures>(figures: Of): Of => ({
          ...figures,
          m: { ...figures.m, ...nothing },
          ...(figures.prev && { prev: { ...figures.prev, ...nothing } }),
        });
        const leftOut = await findLeftOut(context, question);
        const dims = await (report.facts === 'orders' ? namesOf : dimsOf)(context, asked.group_by, found.lines, question.filter);
        return {
          list: found.lines.map(({ values: _values, sums: _sums, ...line }, index) => ({ ...complete(line), dims: dims[index] ?? {} })),
          totals: complete(found.totals),
          ...(leftOut && { left_out: leftOut }),
          total: found.total,
          page,
          page_size,
          ...withWarning(toFreshnessAnswer(found, context.language), missing, context.language),
        };
      },
    }),
    defineCall({
      endpoint: endpoints.trend,
      audit: 'read',
      async handle(context, asked) {
        const { db, caller, now, limits, language } = context;
        if (asked.metrics.length === 0) throw refuseField('metrics', 'required');
        const by = asked.by === 'hour' || (asked.series_by !== undefined && isByHour([asked.series_by])) ? 'hour' : 'day';
        const [unknown] = by === 'hour' ? findUnknownByHour(asked.metrics, report.facts) : [];
        if (unknown !== undefined) throw refuseField(`metrics.${unknown}`, 'hourlyMetric');
        const { under = [], series_by: seriesBy } = asked;
        const filters = { ...report.defaults, ...asked.filters, ...report.always };
        const question = {
          caller,
          ...visibilityOf(caller, filters, [...(seriesBy === undefined ? [] : [seriesBy]), ...under.map((row) => row.by)]),
          now,
          facts: report.facts,
          isOrganicApart: report.organicApart,
          days: parseReportDays(asked, now, limits, by),
          filter: filters,
          ...(await pixelsOf(context, filters)),
          under,
          having: report.subject,
          by: asked.by,
          seriesBy,
          top: asked.top ?? DEFAULT_TOP,
        };
        const { answer: trend, missing } = await answerWithoutOrders(asked.metrics, ofOrders, ([first = ALWAYS_KNOWN, ...others]) =>
          queryTrend(db, { ...question, metrics: [first, ...others] }),
        );
        const answer = toTrendAnswer(trend, language, seriesBy && ((key, label) => valueInWords(seriesBy, key, label)[language]));
        const series = answer.series.filter(({ metric }) => asked.metrics.some((key) => key === metric));
        const empty = missing.map((metric) => ({ key: 'total', label: '', metric, data: answer.x.map(() => null) }));
        return withWarning({ ...answer, series: [...series, ...empty] }, missing, language);
      },
    }),
    defineCall({
      endpoint: endpoints.export,
      audit: 'read',
      handle: (context, request) =>
        exportOfReport(context, report, request, { questionOf: (metrics) => questionOf(context, request, metrics), exportColumns }),
    }),
  ];
}
