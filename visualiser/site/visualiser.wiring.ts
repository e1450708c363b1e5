import { createActor, fromPromise } from 'xstate';
import { loadLanguage } from '#src/app/languages.ts';
import { pageTastes, startingTastes } from '#src/app/page-tastes.ts';
import type { Language } from '#src/locale/text-provider.tsx';
import { onHashChange, pageHash, writeHash } from '#src/platform/hash-address.ts';
import { nameDocument } from '#src/platform/page-root.ts';
import { visualiserMachine } from '#visualiser/machines/visualiser.machine.ts';
import { hashOf, placeOf } from '#visualiser/machines/visualiser-place.ts';
import type { Gallery } from '../model/gallery.ts';
import { coveragePart } from '../rooms/coverage/coverage-part.wiring.ts';
import { livePart } from '../rooms/live/live-part.wiring.ts';
import { replayPart } from '../rooms/replay/replay-part.wiring.ts';
import { simulationPart } from '../rooms/simulation/simulation-part.wiring.ts';
import { fileBeside } from './files.wiring.ts';
import { arrangingPart } from './use-arranged.ts';

export const startingLanguage = (): Promise<Language> => loadLanguage(startingTastes().locale);

/** The whole page, composed: made once, outside of React. */
export function createVisualiser(language: Language) {
  const tastes = pageTastes(language);
  const machine = visualiserMachine.provide({
    actors: {
      loadGallery: fromPromise<Gallery, undefined>(({ signal }) => fileBeside('gallery.json', signal)),
      arranging: arrangingPart,
      theme: tastes.theme,
      locale: tastes.locale,
      live: livePart(),
      replay: replayPart(),
      simulation: simulationPart(),
      coverage: coveragePart(),
    },
    actions: { writeAddress: (_, { place, how }) => writeHash(hashOf(place), how) },
  });
  const actor = createActor(machine, { input: { place: placeOf(pageHash()), isDark: startingTastes().isDark, language } });

  return {
    actor,
    nameDocument,
    start() {
      actor.start();
      onHashChange((hash) => actor.send({ type: 'address.arrived', place: placeOf(hash) }));
      tastes.start({ parts: () => actor.getSnapshot().children });
    },
  };
}
