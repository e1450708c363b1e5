import { fromPromise } from 'xstate';
import { dramaCatalogueMachine, dramaForm, dramaStatus, dramaWords } from '#machines/advertising-video/drama-catalogue.machine.ts';
import { draftKeeperWith } from '#machines/kernel/form/draft-keeper-with.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { contentRemoval } from '#machines/parts/materials/content-removal.machine.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import * as drafts from '#src/services/drafts.service.ts';
import { deleteDrama, exportDramas, listDramas, setDramaStatus } from '#src/services/dramas.service.ts';
import { saveDrama } from './drama-save.wiring.ts';

/** The dramas, with everything they need from the outside world. */
export const dramaCatalogue = listPageWith(dramaCatalogueMachine, {
  path: '/advertising/video',
  under: { tab: 'dramas', isFirst: false },
  rows: listDramas,
  exportCall: exportDramas,
  parts: {
    form: dramaForm.provide({ actors: { save: fromPromise(({ input }) => saveDrama(input)), draft: draftKeeperWith(drafts) } }),
    removal: contentRemoval.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, key } }) => {
          const id = subject?.id ?? 0;
          const asking = deleteDrama({ id, reason: values.reason.trim(), idempotency_key: key }).then(() => ({ id }));
          return toSaveOutcome(asking, { fields: ['reason'] });
        }),
      },
    }),
    status: dramaStatus.provide({
      actors: { run: fromPromise(({ input: { subject } }) => setDramaStatus({ id: subject.row.id, status: subject.status })) },
    }),
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
