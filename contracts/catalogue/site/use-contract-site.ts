import { createActor, fromPromise } from 'xstate';
import { hashOf, type Place, placeOf } from '#machines/contract-catalogue/catalogue-place.ts';
import { type CatalogueOutcome, contractCatalogueMachine } from '#machines/contract-catalogue/contract-catalogue.machine.ts';
import { localeMachine } from '#machines/locale/locale.machine.ts';
import { themeMachine } from '#machines/theme/theme.machine.ts';
import { loadLanguage } from '#src/app/languages.ts';
import { spokenText } from '#src/app/spoken-text.ts';
import { languageTag } from '#src/locale/locales.ts';
import type { Language } from '#src/locale/text-provider.tsx';
import { browserTastes } from '#src/platform/browser-tastes.ts';
import * as browser from '#src/platform/browser-window.ts';
import { followHash, onHashChange, pageHash, writeHash } from '#src/platform/hash-address.ts';
import { joinOtherTabs } from '#src/platform/other-tabs.ts';
import * as pageRoot from '#src/platform/page-root.ts';
import { changeSettings, hasSettings, readSettings, SETTINGS_KEY, type Settings } from '#src/platform/settings-store.ts';
import { openVault } from '#src/platform/token-vault.ts';
import { ApiError } from '#src/services/api-error.ts';
import { connect } from '#src/services/connection.ts';
import { loadCatalogue } from '#src/services/contracts.service.ts';
import { toastError } from '#src/ui/notices.ts';
import type { Catalogue } from '../catalogue.ts';

const SIGNED_OUT = 401;
const FORBIDDEN = 403;

/** What `catalogue.js` of a site in a folder leaves behind; a server has no such file. */
const catalogueBeside = (): Catalogue | undefined => Reflect.get(globalThis, 'CONTRACT_CATALOGUE') as Catalogue | undefined;

/** Whether the data stands beside the page, the document for other tools with it. */
export const isStandalone = (): boolean => catalogueBeside() !== undefined;

/** The console's choice where this is its server; the browser's where nobody chose. */
const currentSettings = (): Settings => (hasSettings() ? readSettings() : browserTastes());

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

export const startingLanguage = (): Promise<Language> => loadLanguage(currentSettings().locale);

/** The whole site, composed: made once, outside of React. */
export function createContractSite(language: Language) {
  const spoken = () => actor.getSnapshot().children.locale?.getSnapshot().context.language ?? language;
  const text = spokenText(language, spoken);
  // Somebody may sign in while the page is open: each time the token is the one that is stored then.
  const held = () => openVault().held();
  const keepSettings = (change: Partial<Settings>) => {
    const kept = { ...currentSettings(), ...change };
    changeSettings(kept);
    tabs.tell({ kind: 'settings', ...kept });
  };

  const machine = contractCatalogueMachine.provide({
    actors: {
      loadCatalogue: fromPromise<CatalogueOutcome, undefined>(({ signal }) => findCatalogue(held, signal)),
      theme: themeMachine.provide({
        actions: {
          paint: (_, { isDark }) => pageRoot.paintTheme(isDark),
          storeTheme: (_, { isDark }) => keepSettings({ isDark }),
        },
      }),
      locale: localeMachine.provide({
        actors: { loadLanguage: fromPromise(({ input }) => loadLanguage(input.locale)) },
        actions: {
          storeLocale: (_, { locale }) => keepSettings({ locale }),
          nameLanguage: (_, { locale }) => pageRoot.nameLanguage(languageTag[locale]),
          tellMissing: () => toastError(text('shell.languageMissing')),
        },
      }),
    },
    actions: { writeAddress: (_, { place, how }) => writeHash(hashOf(place), how) },
  });
  const actor = createActor(machine, { input: { place: placeOf(pageHash()), isDark: currentSettings().isDark, language } });

  const unheard = () => undefined;
  connect({
    baseUrl: '/api',
    held,
    isSilent: () => false,
    language: () => languageTag[spoken().name as Settings['locale']],
    // Whoever asked says on the page what became of it.
    onRejected: unheard,
    onRefused: unheard,
    onBroken: unheard,
  });

  const part = () => actor.getSnapshot().children;
  const followSettings = ({ isDark, locale }: Settings) => {
    part().theme?.send({ type: 'theme.followed', isDark });
    part().locale?.send({ type: 'locale.followed', locale });
  };
  const lookForTheSession = () => actor.send({ type: 'session.changed' });
  const tabs = joinOtherTabs((news) => (news.kind === 'settings' ? followSettings(news) : lookForTheSession()));

  return {
    actor,
    nameDocument: pageRoot.nameDocument,
    goTo: (place: Place) => followHash(hashOf(place)),
    start() {
      actor.start();
      onHashChange((hash) => actor.send({ type: 'address.arrived', place: placeOf(hash) }));
      browser.onRevival(lookForTheSession);
      browser.onStorageChange((key) => {
        if (key === SETTINGS_KEY || key === null) followSettings(currentSettings());
        if (key !== SETTINGS_KEY) lookForTheSession();
      });
    },
  };
}
