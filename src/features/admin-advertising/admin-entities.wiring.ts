import { fromPromise } from 'xstate';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import {
  type AdminEntityRow,
  type AdminFilters,
  adminAds,
  adminCampaigns,
  adminGroups,
  adminRowTrend,
  adminTrend,
  emergencyClose,
  toRowFilters,
} from '#machines/admin-advertising/admin-entities.machine.ts';
import { toBatchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import { batchProgressWith } from '#machines/kernel/batch/batch-progress-with.ts';
import { homepages } from '#src/parts/assets/pickers.wiring.ts';
import { adPickers } from '#src/parts/launches/ad-pickers.wiring.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import { getBusinessToday, toEffectiveDays } from '#src/parts/reports/index.ts';
import { toRequestDays, toTrendAnswer, trendActors } from '#src/parts/reports/report-calls.wiring.ts';
import { saveFile, waitVisible } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { closeAdminEntities, exportAdminEntitiesOf, listAdminEntities, trendAdminEntities } from '#src/services/admin-entities.service.ts';
import { batchActors } from '#src/services/batch-actors.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { ADMIN_PATHS } from './admin-links.ts';

type ListBody = Parameters<typeof listAdminEntities>[0];
type TrendBody = Parameters<typeof trendAdminEntities>[0];

/** Without days in the address, the request is for the last seven. */
function toRequestFilters(filters: AdminFilters): AdminFilters {
  const { from, to } = filters.only ?? toEffectiveDays({ dateFrom: filters.date_from, dateTo: filters.date_to }, getBusinessToday());
  return { ...toRowFilters(filters), date_from: from, date_to: to };
}

const ROW_METRICS: TrendBody['metrics'] = ['spend', 'revenue', 'roi'];

const rowTrend = adminRowTrend.provide({
  actors: {
    loadDetail: fromPromise(async ({ input: { subject }, signal }) => {
      const { level, id, step } = subject;
      const reply = await trendAdminEntities(
        { level, id, ...toRequestDays({ ...subject, only: undefined }), by: step, metrics: ROW_METRICS },
        signal,
      );
      return toTrendAnswer(reply, step);
    }),
  },
});

/** Turns objects off on any page of super admins. */
export const emergencyCloseWithCalls = emergencyClose.provide({
  actors: {
    start: fromPromise(({ input: { subject, values, key } }) => {
      const target =
        subject.kind === 'rows' ? { ids: subject.ids } : { filter: toRowFilters(subject.filter), expected_total: subject.total };
      const order = { level: values.level, ...target, reason: values.reason.trim(), idempotency_key: key };
      return toBatchOutcome(closeAdminEntities(order), { fields: ['reason'] });
    }),
    progress: batchProgressWith(batchActors({ waitVisible, saveFile, locale: currentLocale, newKey: newRequestKey })),
  },
});

const pageAt = (level: EntityLevel, machine: typeof adminCampaigns) => {
  return listPageWith(machine, {
    path: ADMIN_PATHS[level],
    rows: async (request, signal) => {
      const { list, ...reply } = await listAdminEntities({ ...(request as Omit<ListBody, 'level'>), level }, signal);
      // The page asks for rows of its level.
      return { ...reply, list: list as AdminEntityRow[] };
    },
    exportCall: exportAdminEntitiesOf(level),
    toRequestFilters,
    parts: {
      trend: adminTrend.provide({
        actors: trendActors(
          (request: Omit<TrendBody, 'level'>, signal) => trendAdminEntities({ ...request, level }, signal),
          (filters) => filters,
          () => level,
        ),
      }),
      rowTrend,
      batch: emergencyCloseWithCalls,
      pickers: adPickers,
      homepages,
    },
  });
};

export const adminCampaignsPage = pageAt('campaign', adminCampaigns);
export const adminGroupsPage = pageAt('ad_group', adminGroups);
export const adminAdsPage = pageAt('ad', adminAds);
