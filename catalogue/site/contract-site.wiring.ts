import { createActor, fromPromise } from 'xstate';
import { type Place, parsePlace, toHash } from '#catalogue/machines/catalogue-place.ts';
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

/** Set by `catalogue.js` in a site that was written to a folder; a server has no such file. */
const getEmbeddedCatalogue = (): Catalogue | undefined => Reflect.get(globalThis, 'CONTRACT_CATALOGUE') as Catalogue | undefined;

/** Whether the data and the OpenAPI document are files beside the page. */
export const isStandalone = (): boolean => getEmbeddedCatalogue() !== undefined;

async function findCatalogue(held: () => { token: string }, signal: AbortSignal): Promise<CatalogueOutcome> {
  const embedded = getEmbeddedCatalogue();
  if (embedded) return { kind: 'found', catalogue: embedded };
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

/** Composes the whole site, once and outside of React. */
export function createContractSite(language: Language) {
  // Reads the stored token for each call, because the user may sign in while the page is open.
  const currentToken = () => openVault().current();
  const tastes = pageTastes(language);

  const machine = contractCatalogueMachine.provide({
    actors: {
      loadCatalogue: fromPromise<CatalogueOutcome, undefined>(({ signal }) => findCatalogue(currentToken, signal)),
      theme: tastes.theme,
      locale: tastes.locale,
    },
    actions: { writeAddress: (_, { place, how }) => writeHash(toHash(place), how) },
  });
  const actor = createActor(machine, { input: { place: parsePlace(pageHash()), isDark: startingTastes().isDark, language } });

  const ignore = () => undefined;
  connect({
    baseUrl: '/api',
    currentToken,
    isClosed: () => false,
    language: tastes.languageTag,
    textFor: tastes.silenceWords,
    // The page itself shows the result of each call.
    onRejected: ignore,
    onRefused: ignore,
    onUnanswered: ignore,
  });

  const checkSession = () => actor.send({ type: 'session.changed' });

  return {
    actor,
    nameDocument,
    goTo: (place: Place) => followHash(toHash(place)),
    start() {
      actor.start();
      onHashChange((hash) => actor.send({ type: 'address.changed', place: parsePlace(hash) }));
      browser.onPageRestored(checkSession);
      tastes.start({ parts: () => actor.getSnapshot().children, onOtherNews: checkSession });
    },
  };
}
