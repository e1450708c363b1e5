import type { SchemeUserRow as Row } from '#contracts/endpoints/scheme-reports.ts';
import { type SchemeUserDimension, schemeUser } from '#contracts/reports/schemes.ts';
import type { VocabularyFilters } from '../kernel/list/vocabulary-query.ts';
import type { DimsIn, ReportRow } from '../kernel/report/report-tree.ts';
import { addressesOf } from '../parts/reports/report-fields.ts';
import { createReportPage, type ShownMetrics } from '../parts/reports/report-page.machine.ts';

export type SchemeUserFilters = VocabularyFilters<(typeof schemeUser)['filters']>;
type User = Pick<NonNullable<Row['dims']['user']>, 'id' | 'label' | 'deleted'>;
type Named = Pick<User, 'id' | 'label'>;
export type SchemeUserRow = ReportRow<DimsIn<Record<Exclude<SchemeUserDimension, 'user'>, Named> & { user: User }>>;

const addresses = addressesOf(schemeUser, { charted: ['spend', 'roi_d0'], presets: ['launch', 'recovery'] });
export const schemeUserQuery = addresses.query;

/** The metrics that the page shows by itself. */
export const schemeUserMetrics: ShownMetrics = {
  usual: [
    'schemes',
    'publishes',
    'ads_created',
    'publish_ok_rate',
    'ads_spending',
    'takeoff_rate',
    'spend',
    'roi',
    'roi_d0',
    'cost_per_payer',
  ],
  cards: ['publishes', 'ads_created', 'publish_ok_rate', 'takeoff_rate', 'spend', 'roi_d0'],
};

/** Metrics of the people who publish from schemes. */
export const schemeUserPage = createReportPage<SchemeUserFilters, SchemeUserRow>({
  id: 'schemeUser',
  description: 'Metrics of the people who publish from schemes.',
  of: 'people',
  ...addresses,
  metrics: schemeUserMetrics,
  plot: 'trend',
});
