import type { Settings } from './settings-store.ts';

const asksForDark = (): boolean => window.matchMedia('(prefers-color-scheme: dark)').matches;

/** The first supported language of the browser; Chinese when there is none. */
const firstLanguage = (languages: readonly string[]): Settings['locale'] => {
  const spoken = languages.find((tag) => /^(?:zh|en)\b/i.test(tag));
  return spoken && /^en/i.test(spoken) ? 'en' : 'zh-cn';
};

/** The settings that the browser prefers. */
export const browserTastes = (): Settings => ({ isDark: asksForDark(), locale: firstLanguage(navigator.languages) });
