import { type Static, Type } from 'typebox';
import { schemeList, schemeUser } from '../reports/schemes.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { DimsOf } from './report-dimensions.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { Figures, reportDays } from './report-shapes.ts';
import { UnfinishedBody } from './scheme-body.ts';
import { BodyVersion } from './schemes.ts';
import { Exact, Id, Nullable } from './shapes.ts';

const filters = filterSchemas(schemeUser.filters);

const ofUsers = reportEndpoints(schemeUser, {
  dims: DimsOf(schemeUser.groupBy),
  filters,
  summaries: {
    query: { zh: '方案分析', en: 'Figures of people who publish from schemes' },
    trend: { zh: '方案分析趋势', en: 'Figures of people who publish from schemes over time' },
    export: { zh: '导出方案分析', en: 'Export figures of people who publish from schemes' },
  },
});
export const querySchemeUsers = ofUsers.query;
export const trendSchemeUsers = ofUsers.trend;
export const exportSchemeUsers = ofUsers.export;

const ofSchemes = reportEndpoints(schemeList, {
  dims: DimsOf(schemeList.groupBy),
  filters,
  summaries: {
    query: { zh: '方案明细', en: 'Figures of schemes' },
    trend: { zh: '方案明细趋势', en: 'Figures of schemes over time' },
    export: { zh: '导出方案明细', en: 'Export figures of schemes' },
  },
});
export const querySchemeFigures = ofSchemes.query;
export const trendSchemeFigures = ofSchemes.trend;
export const exportSchemeFigures = ofSchemes.export;

export type SchemeUserRow = Static<typeof querySchemeUsers.reply>['list'][number];
export type SchemeFiguresRow = Static<typeof querySchemeFigures.reply>['list'][number];

export const compareSchemeVersions = endpoint({
  name: 'schemeList.compare',
  method: 'POST',
  path: '/analyse-scheme/compare',
  summary: { zh: '比较方案的版本', en: 'Compare versions of a scheme' },
  access: { pages: schemeList.pages },
  effect: 'read',
  request: Exact({
    scheme_id: Id,
    versions: noted(Type.Array(BodyVersion, { minItems: 2, maxItems: 4, uniqueItems: true }), {
      zh: '两个到四个版本，按此顺序返回。',
      en: 'Two to four versions; the reply has them in this order.',
    }),
    ...reportDays,
    filters: Type.Optional(Exact(filters)),
  }),
  reply: Exact({
    bodies: noted(Type.Array(Nullable(UnfinishedBody)), {
      zh: '每个版本的内容；提问者无权查看方案内容时为空。',
      en: 'What each version says; null where the reader may not see it.',
    }),
    diffs: noted(Type.Array(Type.String({ pattern: '^[a-z]+\\.[a-z_]+$' })), {
      zh: '各版本不完全相同的内容，如 money.budget_usd。',
      en: 'The fields in which not all versions are equal, such as money.budget_usd.',
    }),
    m: noted(Type.Array(Figures), {
      zh: '每个版本发布的广告的数据，只含提问者看得到的。',
      en: 'Figures of the ads published from each version, as far as the reader may see them.',
    }),
  }),
  reasons: ['NOT_FOUND'],
});
export type SchemeComparison = Static<typeof compareSchemeVersions.reply>;
