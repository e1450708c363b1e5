import { fromPromise } from 'xstate';
import type { siteSortable } from '#contracts/vocabulary/sites.ts';
import {
  siteDeletion,
  siteExport,
  siteForm,
  siteList,
  siteManagementMachine,
  siteSwitch,
  siteTableView,
  siteViews,
} from '#machines/auth-site/site-management.machine.ts';
import { siteTimezones } from '#machines/auth-site/site-pickers.machine.ts';
import type { SiteFilters } from '#machines/auth-site/site-rules.ts';
import { siteVerification } from '#machines/auth-site/site-verification.machine.ts';
import { draftsWith } from '#machines/kernel/form/kept-drafts.ts';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import type { ListQuery } from '#machines/kernel/list/list-query.ts';
import { viewsWith } from '#machines/kernel/list/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/list/table-view-with.ts';
import { assigning, assignmentHistory } from '#src/parts/assets/assets.wiring.ts';
import { homepages, pixels, staff, units } from '#src/parts/assets/pickers.wiring.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import * as drafts from '#src/services/drafts.service.ts';
import { exportActors } from '#src/services/export-actors.ts';
import { exportRequest, pageRequest } from '#src/services/paging.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import { deleteSite, exportSites, listSites, setSiteStatus, verifyInfo, verifySite } from '#src/services/sites.service.ts';
import * as views from '#src/services/views.service.ts';
import { landings } from './site-landings.wiring.ts';
import { saveSite } from './site-save.wiring.ts';

const PATH = '/auth/site';

type Field = (typeof siteSortable)[number];

/** Site management, with everything it needs from the outside world. */
export const siteManagement = siteManagementMachine.provide({
  actors: {
    list: siteList.provide({
      actors: {
        loadRows: fromPromise(async ({ input, signal }) => {
          const { list: rows, total } = await listSites(pageRequest<Field, typeof input.filters>(input), signal);
          return { rows, total };
        }),
      },
    }),
    form: siteForm.provide({ actors: { save: fromPromise(({ input }) => saveSite(input)), draft: draftsWith(drafts) } }),
    siteSwitch: siteSwitch.provide({
      actors: { run: fromPromise(({ input: { subject } }) => setSiteStatus({ id: subject.row.id, status: subject.status })) },
    }),
    deletion: siteDeletion.provide({ actors: { run: fromPromise(({ input: { subject } }) => deleteSite({ id: subject.id })) } }),
    verification: siteVerification.provide({
      actors: {
        loadInfo: fromPromise(({ input, signal }) => verifyInfo({ id: input.siteId }, signal)),
        check: fromPromise(({ input }) => verifySite({ id: input.siteId })),
      },
    }),
    landings,
    assigning,
    history: assignmentHistory,
    export: siteExport.provide({
      actors: exportActors({
        call: exportSites,
        toRequest: ({ query, columns }: ExportSubject<ListQuery<SiteFilters>>) =>
          exportRequest<Field, SiteFilters>(query, [...columns], currentLocale()),
        save: saveFile,
      }),
    }),
    tableView: tableViewWith(siteTableView, PATH, prefs),
    views: viewsWith(siteViews, PATH, { ...views, simpleRoles }),
    pixels,
    homepages,
    timezones: siteTimezones.provide({
      actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['timezones'] }, signal)).timezones ?? []) },
    }),
    staff,
    units,
  },
});
