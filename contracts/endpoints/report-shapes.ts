import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { noted } from './noted.ts';
import { CalendarDate, Currency, Exact, Id, Instant, ListAnswer, ListRequest, Nullable, OneOf } from './shapes.ts';

const statDate = {
  zh: '日期 YYYY-MM-DD，含当天，与每行所属广告账户自己的日期比较。',
  en: 'A calendar date, YYYY-MM-DD, included; each row is compared by the date of its own ad account.',
};

/** The days of a report, in the time zone of each ad account. */
export const reportDays = {
  date_from: noted(CalendarDate, statDate),
  date_to: noted(CalendarDate, statDate),
  date_mode: noted(Type.Optional(Type.Literal('account_today')), {
    zh: '只要每个账户自己的今天；此时两个日期不起作用。',
    en: 'Only the current day of each account; the two dates then mean nothing.',
  }),
};

/** The value of a dimension: 0 when it has none, a date for dates. */
export const DimensionId = noted(Type.Union([Type.Integer({ minimum: -1 }), Type.String({ maxLength: 60 })]), {
  zh: '维度的值：对象的 id；没有对象为 0（如未分配）；自然量单独成行时为 -1；日期为 YYYY-MM-DD。',
  en: 'Value of the dimension: the id of the object, 0 where there is none (such as unassigned), -1 for organic orders where they are a row of their own, YYYY-MM-DD of a date.',
});

/** Fields of every dimension value. */
export const dimensionValue = {
  id: DimensionId,
  label: noted(Type.String(), { zh: '给人看的名称，用请求的语言。', en: 'Its name, for people, in the language of the request.' }),
};

/** Figures by metric; null when a metric has no value. */
export const Figures = noted(Type.Record(Type.String(), Nullable(Type.Number())), {
  zh: '按指标：计数与金额（美分）为整数，比率为小数（0.0123，6 位），金额比值为美分（2 位小数）。除以零或没有数据为空。',
  en: 'By metric: counts and money (US cents) are whole, ratios decimals of six digits (0.0123), quotients of money cents with two. Null where it divides by nothing or nothing is known.',
});
export type Figures = Static<typeof Figures>;

/** The figures of one row or line. */
export const numbers = {
  m: Figures,
  prev: noted(Type.Optional(Figures), {
    zh: '紧接之前、同样天数的时段；只在 compare 时。',
    en: 'Of the period of equal length before; only with compare.',
  }),
  mature: noted(Type.Optional(Type.Record(Type.String(), Type.String({ pattern: '^[0-9]+/[0-9]+$' }))), {
    zh: '尚未全部成熟的指标：成熟天数/总天数，如 12/14。',
    en: 'Of metrics whose days are not all ripe: ripe days out of all, 12/14.',
  }),
  running: noted(Type.Optional(Type.Boolean()), {
    zh: '时段包含账户的今天，首日类指标为进行中的值。',
    en: 'The current day of an account is among them: first-day metrics still move.',
  }),
  local: noted(
    Type.Optional(
      Exact({
        currency: noted(Currency, { zh: '账户的币种。', en: 'Of the account.' }),
        m: Figures,
      }),
    ),
    {
      zh: '只属于一个广告账户时：消耗类金额，账户币种的最小单位。',
      en: 'Where all is of one ad account: money that was spent, in the smallest unit of its currency.',
    },
  ),
};

/** Filters by a minimum and a maximum of metrics. */
export const MetricRanges = <const M extends string[]>(metrics: readonly [...M]) =>
  noted(
    Type.Optional(
      Type.Array(
        Exact({
          metric: OneOf(metrics),
          min: noted(Type.Optional(Type.Number()), {
            zh: '不小于，与应答里的数值同样的单位。',
            en: 'At least; in the unit of the answers.',
          }),
          max: noted(Type.Optional(Type.Number()), {
            zh: '不大于，与应答里的数值同样的单位。',
            en: 'At most; in the unit of the answers.',
          }),
        }),
        { minItems: 1, maxItems: 3 },
      ),
    ),
    {
      zh: '指标的范围，同时满足；没有数值的不符合。',
      en: 'Ranges of metrics, all of which hold; what has no such number is outside.',
    },
  );

export const ReportWarning = noted(
  Exact({
    kind: noted(OneOf(['stale_account', 'rate_missing', 'orders_missing'] as const), {
      zh: 'stale_account 账户没有更新；rate_missing 缺少汇率；orders_missing 订单读取失败，相关指标为空。',
      en: 'stale_account: accounts are behind; rate_missing: no exchange rate; orders_missing: orders could not be read, and metrics of them are null.',
    }),
    text: Type.String(),
    refs: noted(
      Type.Optional(
        Type.Array(
          Exact({
            id: Id,
            label: Type.String(),
            since: noted(Type.Optional(Instant), {
              zh: '从何时起没有新数据：最近一次成功拉取；从未成功则为第一次失败。',
              en: 'Since when nothing new came: the last good pull, or the first that failed where none was good.',
            }),
          }),
        ),
      ),
      { zh: '所指的账户。', en: 'The accounts it is about.' },
    ),
  }),
  { zh: '数据可能不完整的原因。', en: 'Why the figures may not be whole.' },
);
export type ReportWarning = Static<typeof ReportWarning>;

export const freshness = {
  as_of: noted(Instant, {
    zh: '所含账户中最早的一次成功拉取。',
    en: 'When the account that is furthest behind was last pulled.',
  }),
  newest_at: noted(Type.Optional(Instant), {
    zh: '所含账户中最近的一次成功拉取；停在更早的账户见 warnings。',
    en: 'When the account that was pulled last was; accounts that are behind are among the warnings.',
  }),
  provisional_from: noted(CalendarDate, {
    zh: '从这一天起数据仍会变化。',
    en: 'From this day on figures will still change.',
  }),
  warnings: Type.Optional(Type.Array(ReportWarning)),
};

/** The freshness of the figures of a list; absent when no account was ever pulled. */
export const listFreshness = {
  as_of: Type.Optional(freshness.as_of),
  newest_at: freshness.newest_at,
  provisional_from: Type.Optional(freshness.provisional_from),
  warnings: freshness.warnings,
};

/** The reply of a list whose rows contain figures. */
export const FiguredListAnswer = <const S extends TSchema>(row: S) => Exact({ ...ListAnswer(row).properties, ...listFreshness });

/** The keys that requests of a report may use. */
export interface ReportTerms<Dimensions extends string[], Sortable extends string[], Metrics extends string[]> {
  readonly dimensions: readonly [...Dimensions];
  /** Dimension fields by which rows can be sorted, in addition to the dimensions and the metrics. */
  readonly sortable: readonly [...Sortable];
  readonly metrics: readonly [...Metrics];
}

const narrowing = <const D extends string[], P extends TProperties>(dimensions: readonly [...D], filters: P) => ({
  filters: Type.Optional(Exact(filters)),
  under: noted(Type.Optional(Type.Array(Exact({ by: OneOf(dimensions), id: DimensionId }), { maxItems: 4 })), {
    zh: '只要这些行之下的：按维度的值精确匹配，展开一行时带上它及其上级。',
    en: 'Only what is below these rows, matched by the very value of their dimension; sent to unfold a row, with the rows above it.',
  }),
});

/** The request of a report: grouped by one to three dimensions, sorted and paged on the server. */
export const ReportRequest = <const D extends string[], const S extends string[], const M extends string[], P extends TProperties>(
  { dimensions, sortable, metrics }: ReportTerms<D, S, M>,
  filters: P,
) => {
  const { page, page_size, sort } = ListRequest([...dimensions, ...sortable, ...metrics] as [...D, ...S, ...M], {}).properties;
  return Exact({
    ...reportDays,
    group_by: noted(Type.Array(OneOf(dimensions), { minItems: 1, maxItems: 3, uniqueItems: true }), {
      zh: '一至三个维度；每种组合一行。',
      en: 'One to three dimensions; a row for each combination.',
    }),
    ...narrowing(dimensions, filters),
    metrics: noted(Type.Optional(Type.Array(OneOf(metrics), { minItems: 1, uniqueItems: true })), {
      zh: '只要这些指标；不带则全部。少要一些会更快。',
      en: 'Only these; absent, all there are. Fewer are faster.',
    }),
    compare: noted(Type.Optional(Type.Literal('prev')), {
      zh: '与紧接之前、同样天数的时段比较。',
      en: 'Beside the period of equal length before.',
    }),
    sort,
    page,
    page_size,
  });
};

/** The rows of a report and the figures of the whole filtered set. */
export const ReportAnswer = <S extends TSchema>(dims: S) =>
  Exact({
    list: Type.Array(
      Exact({
        key: noted(Type.String(), { zh: '在同级的行中唯一。', en: 'Tells it apart from its siblings.' }),
        dims,
        ...numbers,
      }),
    ),
    totals: noted(Exact(numbers), {
      zh: '由全部符合条件的数据重新算出，不是各行相加。',
      en: 'Made anew from everything that matches, never by adding up rows.',
    }),
    left_out: noted(Type.Optional(Exact({ m: Figures })), {
      zh: '没有这份报表的对象、因而不计入的数据（如不来自任何方案的广告）；只有消耗。',
      en: 'What does not have the subject of the report and is not counted, such as ads from no scheme; only the spend.',
    }),
    total: noted(Type.Integer({ minimum: 0 }), { zh: '全部行数。', en: 'Rows in all.', unit: 'rows' }),
    page: noted(Type.Integer({ minimum: 1 }), { zh: '页码，从 1 开始。', en: 'Number of the page, from 1.' }),
    page_size: noted(Type.Integer({ minimum: 1 }), { unit: 'rows' }),
    ...freshness,
  });

export const trendSteps = ['hour', 'day', 'week', 'month'] as const;
export const TrendStep = noted(OneOf(trendSteps), {
  zh: '小时（至多 14 天）、天、周（从周一起）、月。',
  en: 'By hour (14 days at most), day, week (from Monday) or month.',
});
export type TrendStep = (typeof trendSteps)[number];

/** The request of a chart. */
export const TrendRequest = <const D extends string[], const M extends string[], P extends TProperties>(
  { dimensions, metrics }: Pick<ReportTerms<D, string[], M>, 'dimensions' | 'metrics'>,
  filters: P,
) =>
  Exact({
    ...reportDays,
    by: TrendStep,
    metrics: noted(Type.Array(OneOf(metrics), { minItems: 1, maxItems: 4, uniqueItems: true }), {
      zh: '至多四个；按小时只有每小时都有的数据。',
      en: 'Four at most; by hour only those that are known of every hour.',
    }),
    series_by: noted(Type.Optional(OneOf(dimensions)), {
      zh: '每个值一条线，取第一个指标最大的几个，其余合为 other。',
      en: 'A line for each of its values: those with most of the first metric, the rest together as other.',
    }),
    top: noted(Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })), {
      zh: '几条线，默认 8。',
      en: 'How many lines, 8 when absent.',
      unit: 'count',
    }),
    ...narrowing(dimensions, filters),
  });

/** A mark in a chart. */
export const TrendMark = Exact({
  at: noted(Type.String(), { zh: '所在的 x。', en: 'The x it belongs to.' }),
  kind: Type.String(),
  label: Type.String(),
});

export const TrendAnswer = Exact({
  x: noted(Type.Array(Type.String()), {
    zh: '每个点，从早到晚：YYYY-MM-DDTHH、YYYY-MM-DD、周一的日期，或 YYYY-MM。',
    en: 'Every point, the oldest first: YYYY-MM-DDTHH, YYYY-MM-DD, the date of the Monday, or YYYY-MM.',
  }),
  series: Type.Array(
    Exact({
      key: noted(Type.String(), { zh: 'total、other，或维度的值。', en: 'total, other, or the value of the dimension.' }),
      label: Type.String(),
      metric: Type.String(),
      data: noted(Type.Array(Nullable(Type.Number())), { zh: '与 x 一一对应。', en: 'One for each x.' }),
    }),
  ),
  events: noted(Type.Optional(Type.Array(TrendMark)), { zh: '标在图上的事件。', en: 'What happened, to be marked in the chart.' }),
  ...freshness,
});
export type TrendAnswer = Static<typeof TrendAnswer>;
