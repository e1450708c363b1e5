import { fromPromise } from 'xstate';
import type { homepageSortable } from '#contracts/endpoints/homepages.ts';
import {
  homepageBatch,
  homepageDiscovery,
  homepageExport,
  homepageForm,
  homepageList,
  homepageManagementMachine,
  homepageSitesForm,
  homepageTableView,
  homepageViews,
} from '#machines/homepage-management/homepage-management.machine.ts';
import {
  type HomepageBatchParams,
  type HomepageFilters,
  type HomepageRow,
  homepageDraft,
} from '#machines/homepage-management/homepage-rules.ts';
import type { BatchQuestion } from '#machines/kernel/batch.machine.ts';
import { batchOutcome } from '#machines/kernel/batch-outcome.ts';
import type { ExportSubject } from '#machines/kernel/export.machine.ts';
import { changedSince } from '#machines/kernel/form-values.ts';
import type { ListQuery } from '#machines/kernel/list-query.ts';
import { saveOutcome } from '#machines/kernel/save-outcome.ts';
import { viewsWith } from '#machines/kernel/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/table-view-with.ts';
import { assigning, assignmentHistory, progressWithRows } from '#src/parts/assets/use-assets.ts';
import { persons, sites, staff, units } from '#src/parts/assets/use-pickers.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { spokenLocale } from '#src/platform/page-root.ts';
import { exportActors } from '#src/services/exporting.ts';
import {
  bindHomepageSites,
  bindHomepages,
  discoverHomepages,
  editHomepage,
  exportHomepages,
  listHomepages,
  setHomepageStatuses,
  syncHomepages,
  unbindHomepages,
} from '#src/services/homepages.service.ts';
import { exportRequest, pageRequest } from '#src/services/paging.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';

const PATH = '/auth/homepage';

type Field = (typeof homepageSortable)[number];

/** The call for what was asked, in the order's own words. */
function begin({ subject, values, key }: BatchQuestion<HomepageBatchParams, HomepageFilters>) {
  const which = subject.kind === 'rows' ? { ids: subject.ids } : { filter: subject.filter, expected_total: subject.total };
  const reason = values.reason.trim();
  const told = { ...(reason && { reason }), idempotency_key: key };
  if (values.action === 'sync') return syncHomepages({ ...which, ...told });
  if (values.action === 'unbind') return unbindHomepages({ ...which, ...told });
  return setHomepageStatuses({ ...which, enabled: values.action === 'enable', ...told });
}

/** Homepage management, with everything it needs from the outside world. */
export const homepageManagement = homepageManagementMachine.provide({
  actors: {
    list: homepageList.provide({
      actors: {
        loadRows: fromPromise(async ({ input, signal }) => {
          const { list: rows, total } = await listHomepages(pageRequest<Field, typeof input.filters>(input), signal);
          return { rows, total };
        }),
      },
    }),
    form: homepageForm.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, origin, key } }) =>
          saveOutcome(
            editHomepage({ id: subject?.id ?? 0, version: subject?.version ?? 0, ...changedSince(origin, values), idempotency_key: key }),
            { fields: ['ad_limit', 'biz'], latest: (row: HomepageRow) => homepageDraft(row) },
          ),
        ),
      },
    }),
    sitesForm: homepageSitesForm.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, key } }) =>
          saveOutcome(bindHomepageSites({ homepage_id: subject?.id ?? 0, ...values, idempotency_key: key }), {
            fields: ['site_ids', 'default_site_ids'],
          }),
        ),
      },
    }),
    batch: homepageBatch.provide({
      actors: {
        start: fromPromise(({ input }) => batchOutcome(begin(input), { fields: ['reason'] })),
        progress: progressWithRows('homepage'),
      },
    }),
    discovery: homepageDiscovery.provide({
      actors: {
        discover: fromPromise(
          async ({ input, signal }) => (await discoverHomepages({ personal_account_id: input.personalAccountId }, signal)).list,
        ),
        bind: fromPromise(({ input: { values, switches, key } }) =>
          batchOutcome(
            bindHomepages({
              // Nothing is bound before somebody was chosen.
              personal_account_id: values.personal_account_id ?? 0,
              platform_ids: values.platform_ids,
              biz: values.biz,
              ...(switches && { switch_authoriser: true }),
              idempotency_key: key,
            }),
            { fields: ['personal_account_id', 'platform_ids', 'biz'] },
          ),
        ),
      },
    }),
    assigning,
    history: assignmentHistory,
    export: homepageExport.provide({
      actors: exportActors({
        call: exportHomepages,
        asked: ({ query, columns }: ExportSubject<ListQuery<HomepageFilters>>) =>
          exportRequest<Field, HomepageFilters>(query, [...columns], spokenLocale()),
        save: saveFile,
      }),
    }),
    tableView: tableViewWith(homepageTableView, PATH, prefs),
    views: viewsWith(homepageViews, PATH, { ...views, simpleRoles }),
    sites,
    persons,
    staff,
    units,
  },
});
