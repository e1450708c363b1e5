import type { LandingAb, LandingFunnel, LandingFiguresRow as Row } from '#contracts/endpoints/landing-figures.ts';
import { type LandingDimension, landing } from '#contracts/reports/landing.ts';
import type { VocabularyFilters } from '../kernel/list/vocabulary-query.ts';
import type { DimsIn, ReportRow } from '../kernel/report/report-tree.ts';
import { addressesOf } from '../parts/reports/report-fields.ts';
import { createReportPage, type ShownMetrics } from '../parts/reports/report-page.machine.ts';

export type LandingFilters = VocabularyFilters<(typeof landing)['filters']>;
type Page = NonNullable<Row['dims']['landing']>;
type Named = Pick<Page, 'id' | 'label'>;
/** A row with the names of its dimensions, and all details of its landing page. */
export type LandingRow = ReportRow<DimsIn<Record<Exclude<LandingDimension, 'landing'>, Named> & { landing: Page }>>;

/** The data of the funnel or of the comparison within an A/B group. */
export type LandingPlot = LandingFunnel | LandingAb;

export const landingPlots = ['funnel', 'ab'] as const;

const addresses = addressesOf(landing, { charted: ['uv', 'lp_pay_rate'], presets: [] });
export const landingFiguresQuery = addresses.query;

/** The metrics that the page shows by itself. */
export const landingMetrics: ShownMetrics = {
  usual: [
    'link_clicks',
    'lp_views',
    'uv',
    'bounce_rate',
    'cta_rate',
    'first_payers',
    'lp_pay_rate',
    'avg_load_ms',
    'spend',
    'revenue',
    'roi',
    'roi_d0',
  ],
  cards: ['link_clicks', 'uv', 'cta_rate', 'lp_pay_rate', 'spend', 'roi'],
};

/** Metrics of landing pages, their funnel, and the comparison within an A/B group. */
export const landingPage = createReportPage<LandingFilters, LandingRow, null, LandingPlot>({
  id: 'landingFigures',
  description: 'Metrics of landing pages, their funnel, and the comparison within an A/B group.',
  of: 'landing pages',
  ...addresses,
  metrics: landingMetrics,
  plot: 'funnel',
  loadedPlots: landingPlots,
});
