import { fromPromise } from 'xstate';
import type { schemeSortable } from '#contracts/vocabulary/schemes.ts';
import {
  schemeButtons,
  schemeCopy,
  schemeDeletion,
  schemeExport,
  schemeForm,
  schemeList,
  schemeManagementMachine,
  schemeSwitch,
  schemeTableView,
  schemeViews,
} from '#machines/advertising-publish/scheme-management.machine.ts';
import { schemeOpening } from '#machines/advertising-publish/scheme-opening.machine.ts';
import type { SchemeFilters } from '#machines/advertising-publish/scheme-rules.ts';
import {
  schemeComparison,
  schemeRestoration,
  schemeVersions as versionsMachine,
} from '#machines/advertising-publish/scheme-versions.machine.ts';
import { draftKeeperWith } from '#machines/kernel/form/draft-keeper-with.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import type { ListQuery } from '#machines/kernel/list/list-query.ts';
import { savedViewsWith, viewCallsOfTab } from '#machines/kernel/list/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/list/table-view-with.ts';
import { homepages, pixels, sites, staff } from '#src/parts/assets/pickers.wiring.ts';
import { audiences, countries, interests, landings, locales } from '#src/parts/launches/ad-pickers.wiring.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import * as drafts from '#src/services/drafts.service.ts';
import { exportActors } from '#src/services/export-actors.ts';
import { toFreshness } from '#src/services/list-freshness.ts';
import { exportRequest, pageRequest } from '#src/services/paging.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import {
  copyScheme,
  deleteScheme,
  exportSchemes,
  listSchemes,
  schemeDetail,
  schemeVersions,
  setSchemeStatus,
} from '#src/services/schemes.service.ts';
import * as views from '#src/services/views.service.ts';
import { restoreVersion, saveScheme } from './scheme-save.wiring.ts';

export const PATH = '/advertising/publish';

type Field = (typeof schemeSortable)[number];

/** Provides schemes with all actors. */
export const schemeManagement = schemeManagementMachine.provide({
  actors: {
    list: schemeList.provide({
      actors: {
        loadRows: fromPromise(async ({ input, signal }) => {
          const reply = await listSchemes(pageRequest<Field, SchemeFilters>(input), signal);
          return { rows: reply.list, total: reply.total, fresh: toFreshness(reply) };
        }),
      },
    }),
    form: schemeForm.provide({ actors: { save: fromPromise(({ input }) => saveScheme(input)), draft: draftKeeperWith(drafts) } }),
    opening: schemeOpening.provide({
      actors: {
        run: fromPromise(async ({ input, signal }) => ({
          scheme: await schemeDetail({ id: input.subject.id }, signal),
          asOf: Date.now(),
        })),
      },
    }),
    copy: schemeCopy.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, key } }) =>
          toSaveOutcome(
            copyScheme({
              id: subject?.id ?? 0,
              name: values.name.trim(),
              ...(values.enable && { enable: true as const }),
              idempotency_key: key,
            }),
            {
              fields: ['name'],
              fieldOf: { DUPLICATE: 'name' },
            },
          ),
        ),
      },
    }),
    schemeSwitch: schemeSwitch.provide({
      actors: {
        run: fromPromise(({ input: { subject } }) =>
          setSchemeStatus({ id: subject.row.id, version: subject.row.version, status: subject.status }),
        ),
      },
    }),
    deletion: schemeDeletion.provide({ actors: { run: fromPromise(({ input }) => deleteScheme({ id: input.subject.id })) } }),
    versions: versionsMachine.provide({
      actors: { loadDetail: fromPromise(async ({ input, signal }) => (await schemeVersions({ id: input.subject.id }, signal)).list) },
    }),
    comparison: schemeComparison.provide({
      actors: {
        loadDetail: fromPromise(async ({ input: { subject }, signal }) => {
          const [before, after] = await Promise.all(
            [subject.before, subject.after].map((version) => schemeDetail({ id: subject.id, scheme_version: version }, signal)),
          );
          if (!before || !after) throw new Error('a version is missing');
          return { before: before.body, after: after.body };
        }),
      },
    }),
    restoration: schemeRestoration.provide({ actors: { run: fromPromise(({ input }) => restoreVersion(input.subject)) } }),
    export: schemeExport.provide({
      actors: exportActors({
        call: exportSchemes,
        toRequest: ({ query, columns }: ExportSubject<ListQuery<SchemeFilters>>) =>
          exportRequest<Field, SchemeFilters>(query, [...columns], currentLocale()),
        save: saveFile,
      }),
    }),
    tableView: tableViewWith(schemeTableView, PATH, prefs),
    views: savedViewsWith(schemeViews, PATH, viewCallsOfTab({ ...views, simpleRoles }, { tab: 'schemes', isFirst: true })),
    owners: staff,
    sites,
    pixels,
    homepages,
    landings,
    countries,
    locales,
    interests,
    audiences,
    buttons: schemeButtons.provide({
      actors: {
        loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['call_to_actions'] }, signal)).call_to_actions ?? []),
      },
    }),
  },
});
