import { fromPromise } from 'xstate';
import {
  type MonthOutput,
  materialDownload,
  materialForm,
  materialGlance,
  materialLanguages,
  materialLineage,
  materialPreview,
  materialUse,
  monthOutput,
} from '#machines/parts/materials/material-parts.machine.ts';
import { type Biz, figuresOf, type MaterialFilters } from '#machines/parts/materials/material-rules.ts';
import { dramaLibrary, productLibrary } from '#machines/parts/uploads/material-library.machine.ts';
import { dramaUploads, productUploads } from '#machines/parts/uploads/upload-queue.machine.ts';
import { adAccounts, staff } from '#src/parts/assets/pickers.wiring.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import { batchOf } from '#src/parts/materials/material-batch.wiring.ts';
import { withDays } from '#src/parts/materials/material-days.wiring.ts';
import { saveMaterial } from '#src/parts/materials/material-save.wiring.ts';
import { dramas, materials, products, tags } from '#src/parts/materials/pickers.wiring.ts';
import { getBusinessToday } from '#src/parts/reports/days.wiring.ts';
import { followDownload } from '#src/platform/browser-window.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import { exportCallAs } from '#src/services/export-actors.ts';
import {
  exportMaterials,
  listMaterials,
  materialDetail,
  materialUrl,
  materialUsage,
  pollMaterials,
} from '#src/services/materials.service.ts';
import type { ExportRequest, PageRequest } from '#src/services/paging.ts';
import { queryPerformance } from '#src/services/performance.service.ts';
import { uploadsOf } from './uploads.wiring.ts';

const addressToPlay = async (id: number, signal: AbortSignal) => ({ url: (await materialUrl({ id, kind: 'play' }, signal)).url });

const MACHINES = {
  dj: { library: dramaLibrary, uploads: dramaUploads },
  ec: { library: productLibrary, uploads: productUploads },
};

interface Library {
  biz: Biz;
  /** The path of the page that has it. */
  path: string;
  /** Only what the reader uploaded. */
  mine?: boolean;
}

/** The output of an editor from the first day of the month until today. */
async function loadMonth(biz: Biz, creatorId: number, signal: AbortSignal): Promise<MonthOutput> {
  const today = getBusinessToday();
  const request = {
    date_from: `${today.slice(0, 7)}-01`,
    date_to: today,
    group_by: ['creator' as const],
    filters: { biz, creator_id: [creatorId] },
    metrics: ['uploaded' as const, 'used' as const, 'use_rate' as const, 'hits' as const],
  };
  const { uploaded = null, used = null, use_rate = null, hits = null } = (await queryPerformance(request, signal)).totals.m;
  return { uploaded, used, use_rate, hits };
}

/** The materials of one line of business with their uploads, with everything they need from the outside world. */
export function materialLibrary({ biz, path, mine = false }: Library) {
  const asked = <Request extends MaterialFilters>(request: Request) => ({ biz, ...(mine && { mine }), ...withDays(request) });
  const rowsOf = (call: typeof listMaterials) => async (request: PageRequest<never, MaterialFilters>, signal: AbortSignal) => {
    const { totals, ...reply } = await call(asked(request), signal);
    return { ...reply, totals: totals && { ...figuresOf(totals), used_ads: totals.used_ads } };
  };
  const { library, uploads } = MACHINES[biz];
  return listPageWith(library, {
    path,
    under: { tab: 'materials', isFirst: true },
    rows: rowsOf(listMaterials),
    rowsByClock: rowsOf(pollMaterials),
    exportCall: exportCallAs(exportMaterials, asked<ExportRequest<never, MaterialFilters>>),
    parts: {
      form: materialForm.provide({ actors: { save: fromPromise(({ input }) => saveMaterial(input)) } }),
      batch: batchOf(biz),
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
      month: monthOutput.provide({
        actors: { loadDetail: fromPromise(({ input, signal }) => loadMonth(biz, input.subject.creatorId, signal)) },
      }),
      uploads: uploadsOf(uploads),
      dramas,
      products,
      creators: staff,
      parents: materials,
      accounts: adAccounts,
      languages: materialLanguages.provide({
        actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['languages'] }, signal)).languages ?? []) },
      }),
      tags,
    },
  });
}
