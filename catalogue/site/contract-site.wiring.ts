import { createActor, fromPromise } from 'xstate';
import { hashOf, type Place, placeOf } from '#catalogue/machines/catalogue-place.ts';
import { type CatalogueOutcome, contractCatalogueMachine } from '#catalogue/machines/contract-catalogue.machine.ts';
import { loadLanguage } from '#src/app/languages.ts';
import { pageTastes, startingTastes } from '#src/app/page-tastes.ts';
import type { Language } from '#src/locale/text-provider.tsx';
import * as browser from '#src/platform/browser-window.ts';
import { followHash, onHashChange, pageHash, writeHash } from '#src/platform/hash-address.ts';
import { nameDocument } from '#src/platform/page-root.ts';
import { openVault } from '#src/platform/token-vault.ts';
import { ApiError } from '#src/services/api-error.ts';
import { connect } from '#src/services/connection.ts';
import { loadCatalogue } from '#src/services/contracts.service.ts';
import type { Catalogue } from '../catalogue.ts';

const SIGNED_OUT = 401;
const FORBIDDEN = 403;

/** What `catalogue.js` of a site in a folder leaves behind; a server has no such file. */
const catalogueBeside = (): Catalogue | undefined => Reflect.get(globalThis, 'CONTRACT_CATALOGUE') as Catalogue | undefined;

/** Whether the data stands beside the page, the document for other tools with it. */
export const isStandalone = (): boolean => catalogueBeside() !== undefined;

async function findCatalogue(held: () => { token: string }, signal: AbortSignal): Promise<CatalogueOutcome> {
  const beside = catalogueBeside();
  if (beside) return { kind: 'found', catalogue: beside };
  if (held().token === '') return { kind: 'signedOut' };
  try {
    return { kind: 'found', catalogue: (await loadCatalogue({}, signal)) as Catalogue };
  } catch (error) {
    if (error instanceof ApiError && error.code === SIGNED_OUT) return { kind: 'signedOut' };
    if (error instanceof ApiError && error.code === FORBIDDEN) return { kind: 'notAllowed', message: error.message };
    throw error;
  }
}

export const startingLanguage = (): Promise<Language> => loadLanguage(startingTastes().locale);

/** The whole site, composed: made once, outside of React. */
export function createContractSite(language: Language) {
  // Somebody may sign in while the page is open: each time the token is the one that is stored then.
  const held = () => openVault().held();
  const tastes = pageTastes(language);

  const machine = contractCatalogueMachine.provide({
    actors: {
      loadCatalogue: fromPromise<CatalogueOutcome, undefined>(({ signal }) => findCatalogue(held, signal)),
      theme: tastes.theme,
      locale: tastes.locale,
    },
    actions: { writeAddress: (_, { place, how }) => writeHash(hashOf(place), how) },
  });
  const actor = createActor(machine, { input: { place: placeOf(pageHash()), isDark: startingTastes().isDark, language } });

  const unheard = () => undefined;
  connect({
    baseUrl: '/api',
    held,
    isSilent: () => false,
    language: tastes.languageTag,
    wordsFor: tastes.silenceWords,
    // Whoever asked says on the page what became of it.
    onRejected: unheard,
    onRefused: unheard,
    onBroken: unheard,
  });

  const lookForTheSession = () => actor.send({ type: 'session.changed' });

  return {
    actor,
    nameDocument,
    goTo: (place: Place) => followHash(hashOf(place)),
    start() {
      actor.start();
      onHashChange((hash) => actor.send({ type: 'address.arrived', place: placeOf(hash) }));
      browser.onRevival(lookForTheSession);
      tastes.start({ parts: () => actor.getSnapshot().children, onOtherNews: lookForTheSession });
    },
  };
}
