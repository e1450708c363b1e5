import { fromPromise } from 'xstate';
import type { materialMetrics } from '#contracts/endpoints/materials.ts';
import type { materialSortable } from '#contracts/vocabulary/materials.ts';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import type { ListQuery } from '#machines/kernel/list/list-query.ts';
import { viewsOnTab, viewsWith } from '#machines/kernel/list/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/list/table-view-with.ts';
import { materialLibraryMachine } from '#machines/parts/materials/material-library.machine.ts';
import {
  materialDownload,
  materialExport,
  materialForm,
  materialGlance,
  materialLanguages,
  materialLineage,
  materialList,
  materialPreview,
  materialTableView,
  materialUse,
  materialViews,
} from '#machines/parts/materials/material-parts.machine.ts';
import { type Biz, figuresOf, type MaterialFilters } from '#machines/parts/materials/material-rules.ts';
import { followDownload, saveFile } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import { exportActors } from '#src/services/export-actors.ts';
import { toFreshness } from '#src/services/list-freshness.ts';
import {
  exportMaterials,
  listMaterials,
  materialDetail,
  materialUrl,
  materialUsage,
  pollMaterials,
} from '#src/services/materials.service.ts';
import { exportRequest, pageRequest } from '#src/services/paging.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';
import { adAccounts, staff } from '../assets/pickers.wiring.ts';
import { batchOf } from './material-batch.wiring.ts';
import { withDays } from './material-days.ts';
import { saveMaterial } from './material-save.wiring.ts';
import { dramas, materials, products } from './pickers.wiring.ts';

type Field = (typeof materialSortable)[number] | (typeof materialMetrics)[number];

const addressToPlay = async (id: number, signal: AbortSignal) => ({ url: (await materialUrl({ id, kind: 'play' }, signal)).url });

interface Library {
  biz: Biz;
  /** Of the page that has it. */
  path: string;
  /** Only what the reader uploaded. */
  mine?: boolean;
}

/** The materials of one line of business, with everything they need from the outside world. */
export const materialLibrary = ({ biz, path, mine = false }: Library) =>
  materialLibraryMachine.provide({
    actors: {
      list: materialList.provide({
        actors: {
          loadRows: fromPromise(async ({ input, signal }) => {
            const ask = input.isByClock ? pollMaterials : listMaterials;
            const asked = { ...input, filters: withDays(input.filters) };
            const reply = await ask({ biz, ...(mine && { mine }), ...pageRequest<Field, MaterialFilters>(asked) }, signal);
            return {
              rows: reply.list,
              total: reply.total,
              ...(reply.totals && { totals: { ...figuresOf(reply.totals), used_ads: reply.totals.used_ads } }),
              fresh: toFreshness(reply),
            };
          }),
        },
      }),
      form: materialForm.provide({ actors: { save: fromPromise(({ input }) => saveMaterial(input)) } }),
      batch: batchOf(biz),
      export: materialExport.provide({
        actors: exportActors({
          call: exportMaterials,
          toRequest: ({ query, columns }: ExportSubject<ListQuery<MaterialFilters>>) => ({
            biz,
            ...(mine && { mine }),
            ...exportRequest<Field, MaterialFilters>({ ...query, filters: withDays(query.filters) }, [...columns], currentLocale()),
          }),
          save: saveFile,
        }),
      }),
      tableView: tableViewWith(materialTableView, path, prefs),
      views: viewsWith(materialViews, path, viewsOnTab({ ...views, simpleRoles }, { tab: 'materials', isFirst: true })),
      preview: materialPreview.provide({
        actors: { loadDetail: fromPromise(({ input, signal }) => addressToPlay(input.subject.id, signal)) },
      }),
      glance: materialGlance.provide({
        actors: { loadDetail: fromPromise(({ input, signal }) => addressToPlay(input.subject.id, signal)) },
      }),
      use: materialUse.provide({
        actors: { loadDetail: fromPromise(({ input, signal }) => materialUsage({ id: input.subject.id }, signal)) },
      }),
      lineage: materialLineage.provide({
        actors: {
          loadDetail: fromPromise(async ({ input, signal }) => (await materialDetail({ id: input.subject.id }, signal)).versions),
        },
      }),
      download: materialDownload.provide({
        actors: {
          run: fromPromise(async ({ input, signal }) => {
            followDownload((await materialUrl({ id: input.subject.id, kind: 'download' }, signal)).url);
          }),
        },
      }),
      dramas,
      products,
      creators: staff,
      parents: materials,
      accounts: adAccounts,
      languages: materialLanguages.provide({
        actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['languages'] }, signal)).languages ?? []) },
      }),
    },
  });
