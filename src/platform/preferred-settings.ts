import { readPageMeta } from './page-root.ts';
import type { Settings } from './settings-store.ts';

const prefersDark = (): boolean => window.matchMedia('(prefers-color-scheme: dark)').matches;

/** The first supported language of the browser; Chinese when there is none. */
const firstSupportedLanguage = (languages: readonly string[]): Settings['locale'] => {
  const supported = languages.find((tag) => /^(?:zh|en)\b/i.test(tag));
  return supported && /^en/i.test(supported) ? 'en' : 'zh-cn';
};

/** The page itself may name its language. */
const preferredLanguage = (): Settings['locale'] =>
  readPageMeta('language') === 'en' ? 'en' : firstSupportedLanguage(navigator.languages);

/** The settings that the browser prefers. */
export const preferredSettings = (): Settings => ({ isDark: prefersDark(), locale: preferredLanguage() });
