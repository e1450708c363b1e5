import { fromPromise } from 'xstate';
import type { dramaSortable } from '#contracts/vocabulary/dramas.ts';
import {
  dramaCatalogueMachine,
  dramaExport,
  dramaForm,
  dramaList,
  dramaStatus,
  dramaTableView,
  dramaViews,
  dramaWords,
} from '#machines/advertising-video/drama-catalogue.machine.ts';
import type { DramaFilters } from '#machines/advertising-video/drama-rules.ts';
import { draftsWith } from '#machines/kernel/form/kept-drafts.ts';
import { saveOutcome } from '#machines/kernel/form/save-outcome.ts';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import type { ListQuery } from '#machines/kernel/list/list-query.ts';
import { viewsOnTab, viewsWith } from '#machines/kernel/list/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/list/table-view-with.ts';
import { contentRemoval } from '#machines/parts/materials/content-removal.machine.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import * as drafts from '#src/services/drafts.service.ts';
import { deleteDrama, exportDramas, listDramas, setDramaStatus } from '#src/services/dramas.service.ts';
import { exportActors } from '#src/services/export-actors.ts';
import { exportRequest, pageRequest } from '#src/services/paging.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';
import { saveDrama } from './drama-save.wiring.ts';

const PATH = '/advertising/video';

type Field = (typeof dramaSortable)[number];

/** The dramas, with everything they need from the outside world. */
export const dramaCatalogue = dramaCatalogueMachine.provide({
  actors: {
    list: dramaList.provide({
      actors: {
        loadRows: fromPromise(async ({ input, signal }) => {
          const { list: rows, total } = await listDramas(pageRequest<Field, DramaFilters>(input), signal);
          return { rows, total };
        }),
      },
    }),
    form: dramaForm.provide({ actors: { save: fromPromise(({ input }) => saveDrama(input)), draft: draftsWith(drafts) } }),
    removal: contentRemoval.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, key } }) => {
          const id = subject?.id ?? 0;
          const asking = deleteDrama({ id, reason: values.reason.trim(), idempotency_key: key }).then(() => ({ id }));
          return saveOutcome(asking, { fields: ['reason'] });
        }),
      },
    }),
    status: dramaStatus.provide({
      actors: { run: fromPromise(({ input: { subject } }) => setDramaStatus({ id: subject.row.id, status: subject.status })) },
    }),
    export: dramaExport.provide({
      actors: exportActors({
        call: exportDramas,
        toRequest: ({ query, columns }: ExportSubject<ListQuery<DramaFilters>>) =>
          exportRequest<Field, DramaFilters>(query, [...columns], currentLocale()),
        save: saveFile,
      }),
    }),
    tableView: tableViewWith(dramaTableView, `${PATH}:dramas`, prefs),
    views: viewsWith(dramaViews, PATH, viewsOnTab({ ...views, simpleRoles }, { tab: 'dramas', isFirst: false })),
    words: dramaWords.provide({
      actors: {
        loadOptions: fromPromise(async ({ signal }) => {
          const { languages = [], genres = [] } = await listDicts({ names: ['languages', 'genres'] }, signal);
          return [
            ...languages.map((entry) => ({ ...entry, of: 'languages' as const })),
            ...genres.map((entry) => ({ ...entry, of: 'genres' as const })),
          ];
        }),
      },
    }),
  },
});
