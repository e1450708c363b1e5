import { type ActorRefFrom, fromPromise } from 'xstate';
import { localeMachine } from '#machines/locale/locale.machine.ts';
import { themeMachine } from '#machines/theme/theme.machine.ts';
import { type LocaleName, languageTag } from '#src/locale/locales.ts';
import type { Language } from '#src/locale/text-provider.tsx';
import * as browser from '#src/platform/browser-window.ts';
import { joinOtherTabs, type OtherTabs } from '#src/platform/other-tabs.ts';
import * as pageRoot from '#src/platform/page-root.ts';
import { preferredSettings } from '#src/platform/preferred-settings.ts';
import { changeSettings, hasSettings, readSettings, SETTINGS_KEY, type Settings } from '#src/platform/settings-store.ts';
import { toastError } from '#src/ui/overlay/notices.ts';
import { loadLanguage } from './languages.ts';
import { silenceWords, spokenText } from './spoken-text.ts';

interface Parts {
  theme?: ActorRefFrom<typeof themeMachine> | undefined;
  locale?: ActorRefFrom<typeof localeMachine> | undefined;
}

interface StartedPage {
  /** The running parts of the page's machine. */
  parts: () => Parts;
  /** Something else than its tastes changed in another tab of the browser. */
  onOtherNews?: () => void;
}

/** The console's choice where this is its server; the browser's where nobody chose. */
export const startingTastes = (): Settings => (hasSettings() ? readSettings() : preferredSettings());

/** How a page apart from the console looks and speaks: what was chosen in one of them holds in all of them. */
export function pageTastes(language: Language) {
  let parts: () => Parts = () => ({});
  let tabs: OtherTabs | undefined;
  const spoken = () => parts().locale?.getSnapshot().context.language ?? language;
  const text = spokenText(language, spoken);
  const follow = ({ isDark, locale }: Settings) => {
    parts().theme?.send({ type: 'theme.changedElsewhere', isDark });
    parts().locale?.send({ type: 'locale.changedElsewhere', locale });
  };
  const keep = (change: Partial<Settings>) => {
    const kept = { ...startingTastes(), ...change };
    changeSettings(kept);
    tabs?.send({ kind: 'settings', ...kept });
  };

  return {
    theme: themeMachine.provide({
      actions: {
        paint: (_, { isDark }) => pageRoot.applyTheme(isDark),
        storeTheme: (_, { isDark }) => keep({ isDark }),
      },
    }),
    locale: localeMachine.provide({
      actors: { loadLanguage: fromPromise(({ input }) => loadLanguage(input.locale)) },
      actions: {
        storeLocale: (_, { locale }) => keep({ locale }),
        setDocumentLanguage: (_, { locale }) => pageRoot.setDocumentLanguage(languageTag[locale]),
        announceLanguageFailure: () => toastError(text('shell.languageMissing')),
      },
    }),
    /** The tag of the language that is spoken at this moment. */
    languageTag: () => languageTag[spoken().name as LocaleName],
    silenceWords: silenceWords(text),
    /** From now on: what was chosen elsewhere holds here too. */
    start({ parts: running, onOtherNews = () => undefined }: StartedPage) {
      parts = running;
      tabs = joinOtherTabs((news) => (news.kind === 'settings' ? follow(news) : onOtherNews()));
      browser.onStorageChange((key) => {
        if (key === SETTINGS_KEY || key === null) follow(startingTastes());
        if (key !== SETTINGS_KEY) onOtherNews();
      });
    },
  };
}
