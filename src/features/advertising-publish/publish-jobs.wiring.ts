import { fromPromise } from 'xstate';
import type { jobSortable } from '#contracts/vocabulary/publish-jobs.ts';
import {
  type JobFilters,
  jobExport,
  jobList,
  jobTableView,
  jobViews,
  publishJobsMachine,
} from '#machines/advertising-publish/publish-jobs.machine.ts';
import { batchProgressWith } from '#machines/kernel/batch/batch-progress-with.ts';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import type { ListQuery } from '#machines/kernel/list/list-query.ts';
import { savedViewsWith, viewCallsOfTab } from '#machines/kernel/list/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/list/table-view-with.ts';
import { adAccounts, homepages, pixels, staff } from '#src/parts/assets/pickers.wiring.ts';
import { schemes } from '#src/parts/launches/ad-pickers.wiring.ts';
import { saveFile, waitVisible } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { batchActors } from '#src/services/batch-actors.ts';
import { exportActors } from '#src/services/export-actors.ts';
import { exportRequest, pageRequest } from '#src/services/paging.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { exportPublishJobs, listPublishJobs } from '#src/services/publish.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { remedy } from './failure-remedy.wiring.ts';
import { PATH } from './schemes.wiring.ts';

type Field = (typeof jobSortable)[number];

/** Provides publish jobs with all actors. */
export const publishJobs = publishJobsMachine.provide({
  actors: {
    list: jobList.provide({
      actors: {
        loadRows: fromPromise(async ({ input, signal }) => {
          const { list: rows, total } = await listPublishJobs(pageRequest<Field, JobFilters>(input), signal);
          return { rows, total };
        }),
      },
    }),
    progress: batchProgressWith(batchActors({ waitVisible, saveFile, locale: currentLocale, newKey: newRequestKey })),
    views: savedViewsWith(jobViews, PATH, viewCallsOfTab({ ...views, simpleRoles }, { tab: 'jobs', isFirst: false })),
    tableView: tableViewWith(jobTableView, `${PATH}:jobs`, prefs),
    export: jobExport.provide({
      actors: exportActors({
        call: exportPublishJobs,
        toRequest: ({ query, columns }: ExportSubject<ListQuery<JobFilters>>) =>
          exportRequest<Field, JobFilters>(query, [...columns], currentLocale()),
        save: saveFile,
      }),
    }),
    schemes,
    people: staff,
    accounts: adAccounts,
    remedy,
    homepages,
    pixels,
  },
});
