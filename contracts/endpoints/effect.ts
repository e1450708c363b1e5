import { type Static, Type } from 'typebox';
import { effect } from '../reports/effect.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { DimsOf } from './report-dimensions.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { reportDays } from './report-shapes.ts';
import { CalendarDate, Count, Exact, Id, Money, Nullable, OneOf } from './shapes.ts';

const filters = filterSchemas(effect.filters);

const calls = reportEndpoints(effect, {
  dims: DimsOf(effect.groupBy),
  filters,
  summaries: {
    query: { zh: '短剧表现', en: 'Figures of dramas' },
    trend: { zh: '短剧表现趋势', en: 'Figures of dramas over time' },
    export: { zh: '导出短剧表现', en: 'Export figures of dramas' },
  },
});
export const queryEffect = calls.query;
export const trendEffect = calls.trend;
export const exportEffect = calls.export;

export type EffectRow = Static<typeof queryEffect.reply>['list'][number];

const cohortFigures = {
  spend_usd: Money,
  new_users: Count,
  dn: noted(
    Type.Record(
      Type.String({ pattern: '^[0-9]+$' }),
      Exact({
        v: noted(Nullable(Type.Number()), {
          zh: '截至第 n 天的累计收入 ÷ 消耗，只含成熟的日期；都未成熟则为空。',
          en: 'Revenue up to day n ÷ spend, over ripe days alone; null where none is.',
        }),
        mature: noted(Type.Boolean(), { zh: '该行的日期都已成熟。', en: 'Every day of the line is ripe.' }),
      }),
    ),
    { zh: '按获客后的天数：0、1、3、7、14、30、60、90。', en: 'By days after the acquisition: 0, 1, 3, 7, 14, 30, 60, 90.' },
  ),
};

export const CohortAnswer = Exact({
  rows: Type.Array(
    Exact({
      date: noted(CalendarDate, { zh: '获客日期；按周时为一周的第一天。', en: 'The acquisition day; of a week its first day.' }),
      ...cohortFigures,
    }),
  ),
  step: noted(OneOf(['day', 'week'] as const), {
    zh: '每行是一天还是一周；超过 90 天按周。',
    en: 'Whether a line is a day or a week; more than 90 days stand by the week.',
  }),
  totals: noted(Exact(cohortFigures), { zh: '全部日期。', en: 'Of all days.' }),
});
export type Cohort = Static<typeof CohortAnswer>;

export const cohortOfDrama = endpoint({
  name: 'effect.cohort',
  method: 'POST',
  path: '/analyse-effect/cohort',
  summary: { zh: '一部剧的同期群', en: 'Cohorts of one drama' },
  access: { pages: effect.pages },
  effect: 'read',
  request: Exact({ drama_id: Id, ...reportDays, filters: Type.Optional(Exact(filters)) }),
  reply: CohortAnswer,
});
