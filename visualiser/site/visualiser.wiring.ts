import { createActor, fromPromise } from 'xstate';
import { loadLanguage } from '#src/app/languages.ts';
import { pageTastes, startingTastes } from '#src/app/page-tastes.ts';
import type { Language } from '#src/locale/text-provider.tsx';
import { onHashChange, pageHash, writeHash } from '#src/platform/hash-address.ts';
import { nameDocument } from '#src/platform/page-root.ts';
import { visualiserMachine } from '#visualiser/machines/visualiser.machine.ts';
import { parsePlace, toHash } from '#visualiser/machines/visualiser-place.ts';
import type { Gallery } from '../model/gallery.ts';
import { createCoverageRoom } from '../rooms/coverage/coverage-part.wiring.ts';
import { createLiveRoom } from '../rooms/live/live-part.wiring.ts';
import { createReplayRoom } from '../rooms/replay/replay-part.wiring.ts';
import { createSimulationRoom } from '../rooms/simulation/simulation-part.wiring.ts';
import { fetchJson, onFilesChange } from './files.wiring.ts';
import { diagramPart } from './use-diagram.ts';

export const startingLanguage = (): Promise<Language> => loadLanguage(startingTastes().locale);

/** Composes the whole page, once and outside of React. */
export function createVisualiser(language: Language) {
  const tastes = pageTastes(language);
  const machine = visualiserMachine.provide({
    actors: {
      loadGallery: fromPromise<Gallery, undefined>(({ signal }) => fetchJson('gallery.json', signal)),
      diagram: diagramPart,
      theme: tastes.theme,
      locale: tastes.locale,
      live: createLiveRoom(),
      replay: createReplayRoom(),
      simulation: createSimulationRoom(),
      coverage: createCoverageRoom(),
    },
    actions: { writeAddress: (_, { place, how }) => writeHash(toHash(place), how) },
  });
  const actor = createActor(machine, { input: { place: parsePlace(pageHash()), isDark: startingTastes().isDark, language } });

  return {
    actor,
    nameDocument,
    start() {
      actor.start();
      onFilesChange(() => actor.send({ type: 'gallery.changed' }));
      onHashChange((hash) => actor.send({ type: 'address.changed', place: parsePlace(hash) }));
      tastes.start({ parts: () => actor.getSnapshot().children });
    },
  };
}
