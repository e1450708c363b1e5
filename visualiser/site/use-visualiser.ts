import { createActor, fromPromise } from 'xstate';
import { type Drawing, visualiserMachine } from '#machines/visualiser/visualiser.machine.ts';
import { hashOf, placeOf } from '#machines/visualiser/visualiser-place.ts';
import { loadLanguage } from '#src/app/languages.ts';
import { pageTastes, startingTastes } from '#src/app/page-tastes.ts';
import type { Language } from '#src/locale/text-provider.tsx';
import { onHashChange, pageHash, writeHash } from '#src/platform/hash-address.ts';
import { nameDocument } from '#src/platform/page-root.ts';
import type { Layout } from '../model/chart.ts';
import type { Gallery, GalleryMachine } from '../model/gallery.ts';
import { coveragePart } from '../rooms/coverage/use-coverage-part.ts';
import { livePart } from '../rooms/live/use-live-part.ts';
import { replayPart } from '../rooms/replay/use-replay-part.ts';
import { simulationPart } from '../rooms/simulation/use-simulation-part.ts';

export const startingLanguage = (): Promise<Language> => loadLanguage(startingTastes().locale);

/** A file that the build left beside the page. */
async function fileBeside<Content>(path: string, signal: AbortSignal): Promise<Content> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as Content;
}

async function layoutFor({ key, chart, isLaidOut }: GalleryMachine, collapsed: readonly string[], signal: AbortSignal): Promise<Layout> {
  if (isLaidOut && collapsed.length === 0) return await fileBeside<Layout>(`layouts/${key}.json`, signal);
  // What lays out is larger than everything else together.
  const { layoutOf } = await import('../layout/layout-of.ts');
  return await layoutOf(chart, { collapsed: new Set(collapsed) });
}

/** The whole page, composed: made once, outside of React. */
export function createVisualiser(language: Language) {
  const tastes = pageTastes(language);
  const machine = visualiserMachine.provide({
    actors: {
      loadGallery: fromPromise<Gallery, undefined>(({ signal }) => fileBeside('gallery.json', signal)),
      arrange: fromPromise<Drawing, { machine: GalleryMachine | undefined; collapsed: readonly string[] }>(
        async ({ input: { machine: shown, collapsed }, signal }) => {
          if (!shown) throw new Error('there is no machine to be drawn');
          return { key: shown.key, collapsed, layout: await layoutFor(shown, collapsed, signal) };
        },
      ),
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
