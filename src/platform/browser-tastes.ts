import type { Settings } from './settings-store.ts';

const asksForDark = (): boolean => window.matchMedia('(prefers-color-scheme: dark)').matches;

/** The first of the reader's languages that we speak; Chinese when there is none. */
const firstLanguage = (languages: readonly string[]): Settings['locale'] => {
  const spoken = languages.find((tag) => /^(?:zh|en)\b/i.test(tag));
  return spoken && /^en/i.test(spoken) ? 'en' : 'zh-cn';
};

/** How the browser's own settings want pages to be. */
export const browserTastes = (): Settings => ({ isDark: asksForDark(), locale: firstLanguage(navigator.languages) });
