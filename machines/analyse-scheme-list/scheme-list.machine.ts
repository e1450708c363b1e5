import type { SchemeFiguresRow as Row, SchemeComparison } from '#contracts/endpoints/scheme-reports.ts';
import { type SchemeListDimension, schemeList } from '#contracts/reports/schemes.ts';
import type { Words } from '#contracts/vocabulary/vocabulary.ts';
import type { VocabularyFilters } from '../kernel/list/vocabulary-query.ts';
import type { DimsIn, ReportRow } from '../kernel/report/report-tree.ts';
import { addressesOf } from '../parts/reports/report-fields.ts';
import { createReportPage, type ShownMetrics } from '../parts/reports/report-page.machine.ts';

export type SchemeListFilters = VocabularyFilters<(typeof schemeList)['filters']>;
type Dims = Row['dims'];
type Named = { id: number | string; label: string };
/** A row with the names of its dimensions, and what is known of its scheme or version. */
export type SchemeListRow = ReportRow<
  DimsIn<
    Record<Exclude<SchemeListDimension, 'scheme' | 'scheme_version'>, Named> & {
      scheme: NonNullable<Dims['scheme']>;
      scheme_version: NonNullable<Dims['scheme_version']>;
    }
  >
>;

/** Names of the objects and codes in the bodies of schemes, by kind. */
export type SchemeNames = Record<
  'country' | 'locale' | 'interest' | 'button' | 'site' | 'pixel' | 'homepage' | 'landing',
  Readonly<Record<string, Words>>
>;

/** Versions side by side; `names` are those of the objects in their bodies. */
export interface ComparedVersions extends SchemeComparison {
  versions: readonly number[];
  names: SchemeNames;
}

const addresses = addressesOf(schemeList, { charted: ['spend', 'roi_d0'], presets: ['launch', 'recovery'] });
export const schemeListQuery = addresses.query;

/** The metrics that the page shows by itself. */
export const schemeListMetrics: ShownMetrics = {
  usual: ['publishes', 'ads_created', 'publish_ok_rate', 'takeoff_rate', 'ads_spending', 'spend', 'roi', 'roi_d0', 'cost_per_payer'],
  cards: ['publishes', 'ads_created', 'publish_ok_rate', 'takeoff_rate', 'spend', 'roi_d0'],
};

/** Metrics of schemes and of their versions, and versions side by side. */
export const schemeListPage = createReportPage<SchemeListFilters, SchemeListRow, ComparedVersions>({
  id: 'schemeList',
  description: 'Metrics of schemes and of their versions, and versions of one scheme side by side.',
  of: 'schemes',
  ...addresses,
  metrics: schemeListMetrics,
  plot: 'trend',
  hasRowDetail: true,
  subjectFilter: 'scheme_id',
});
