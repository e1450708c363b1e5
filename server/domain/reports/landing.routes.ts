import { type Kysely, sql } from 'kysely';
import {
  compareLandings,
  exportLanding,
  funnelOfLandings,
  funnelSteps,
  queryLanding,
  trendLanding,
} from '#contracts/endpoints/landing-figures.ts';
import { landing } from '#contracts/reports/landing.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import type { Database } from '#server/database/schema.ts';
import { type Call, defineCall } from '../call.ts';
import { isFactVisible, parseReportDays, queryReport } from '../insights/index.ts';
import { assetVisible } from '../people/index.ts';
import type { Caller } from '../work-context.ts';
import { callsOfReport } from './report.calls.ts';
import { twoSidedP, zOfProportions } from './two-proportions.ts';

/** Fewer visitors than these say nothing about a difference. */
const MIN_VISITORS = 100;
/** Most pages of one A/B group that are compared. */
const MAX_PAGES = 50;

const AB_METRICS: readonly MetricKey[] = [
  'link_clicks',
  'lp_views',
  'lp_rate',
  'uv',
  'bounce_rate',
  'cta_clicks',
  'cta_rate',
  'pay_page_views',
  'first_payers',
  'lp_pay_rate',
  'avg_load_ms',
];

const toRate = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6);

/** The pages of an A/B group whose site the caller sees, or whose figures they see, the oldest first. Their titles are often the same. */
async function findPages(db: Kysely<Database>, caller: Caller, group: string, withFigures: readonly number[]) {
  const { rows } = await sql<{ id: number; label: string }>`
    select l.id, l.title || ' (/' || l.slug || ')' as label from landing_page l join site s on s.id = l.site_id
    where l.ab_group = ${group} and l.deleted_at is null
      and (l.id = any(${[...withFigures]}::bigint[]) or (s.deleted_at is null and ${assetVisible(caller, 'site', { id: sql`s.id` })}))
    order by l.created_at, l.id limit ${MAX_PAGES}`.execute(db);
  return rows;
}

/** The calls of figures by landing page. */
export const landingCalls: readonly Call[] = [
  ...callsOfReport(landing, { query: queryLanding, trend: trendLanding, export: exportLanding }),
  defineCall({
    endpoint: funnelOfLandings,
    audit: 'read',
    async handle({ db, caller, now, limits }, { filters = {}, landing_page_ids: only, ...asked }) {
      const chosen = filters.landing_page_id;
      const ids = only === undefined ? chosen : only.filter((id) => chosen === undefined || chosen.includes(id));
      const { totals } = await queryReport(
        db,
        {
          caller,
          now,
          days: parseReportDays(asked, now, limits),
          filter: { ...filters, landing_page_id: ids },
          under: [],
          before: false,
          groupBy: ['landing'],
          metrics: funnelSteps,
          sort: [],
        },
        { limit: 0, offset: 0 },
      );
      const counts = funnelSteps.map((key) => totals.m[key] ?? 0);
      return {
        steps: funnelSteps.map((key, at) => ({
          key,
          count: counts[at] ?? 0,
          rate: at === 0 ? null : toRate(counts[at] ?? 0, counts[at - 1] ?? 0),
        })),
      };
    },
  }),
  defineCall({
    endpoint: compareLandings,
    audit: 'read',
    async handle({ db, caller, now, limits }, { ab_group, ...asked }) {
      const group = ab_group.trim();
      const { lines, totals } = await queryReport(
        db,
        {
          caller,
          now,
          days: parseReportDays(asked, now, limits),
          filter: { ab_group: group },
          under: [],
          before: false,
          // Direct visitors pay without an ad, so they would only dilute the rates.
          visible: sql<boolean>`(${isFactVisible(caller)} and f.ad_id is not null)`,
          groupBy: ['landing'],
          metrics: AB_METRICS,
          sort: [],
        },
        { limit: MAX_PAGES, offset: 0 },
      );
      const figures = new Map(lines.map(({ values, m }) => [Number(values.landing?.id), m]));
      const nothing = Object.fromEntries(
        Object.entries(totals.m).map(([key, value]) => [key, value === null || key.includes('rate') || key === 'avg_load_ms' ? null : 0]),
      );
      const rows = (await findPages(db, caller, group, [...figures.keys()])).map((page) => ({ page, m: figures.get(page.id) ?? nothing }));
      const [control, ...others] = rows;
      const sampleOf = ({ m }: (typeof rows)[number]) => ({ hits: m['first_payers'] ?? 0, size: m['uv'] ?? 0 });
      return {
        rows,
        tests: others.flatMap((other) => {
          if (control === undefined) return [];
          const [a, b] = [sampleOf(other), sampleOf(control)];
          const isSmall = Math.min(a.size, b.size) < MIN_VISITORS;
          const z = isSmall ? null : zOfProportions(a, b);
          const [own, usual] = [toRate(a.hits, a.size), toRate(b.hits, b.size)];
          return [
            {
              page_id: other.page.id,
              control_id: control.page.id,
              difference: own === null || usual === null ? null : Math.round((own - usual) * 1e6) / 1e6,
              p_value: z === null ? null : twoSidedP(z),
              too_few: isSmall,
            },
          ];
        }),
      };
    },
  }),
];
