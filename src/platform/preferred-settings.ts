import type { Settings } from './settings-store.ts';

const prefersDark = (): boolean => window.matchMedia('(prefers-color-scheme: dark)').matches;

/** The first supported language of the browser; Chinese when there is none. */
const firstSupportedLanguage = (languages: readonly string[]): Settings['locale'] => {
  const supported = languages.find((tag) => /^(?:zh|en)\b/i.test(tag));
  return supported && /^en/i.test(supported) ? 'en' : 'zh-cn';
};

/** The settings that the browser prefers. */
export const preferredSettings = (): Settings => ({ isDark: prefersDark(), locale: firstSupportedLanguage(navigator.languages) });
