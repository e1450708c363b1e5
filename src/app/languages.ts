import type { LocaleName } from '#src/locale/locales.ts';
import type { Language } from '#src/locale/text-provider.tsx';

/** Each language is a chunk of its own: nobody downloads the one that is not read. */
const loaders: Record<LocaleName, () => Promise<{ language: Language }>> = {
  'zh-cn': () => import(/* webpackChunkName: "zh-cn" */ '#src/locale/zh-cn.ts'),
  en: () => import(/* webpackChunkName: "en" */ '#src/locale/en.ts'),
};

const loaded = new Map<LocaleName, Language>();

export async function loadLanguage(locale: LocaleName): Promise<Language> {
  const { language } = await loaders[locale]();
  loaded.set(locale, language);
  return language;
}

/** The name of the console in a language that has been loaded. */
export const consoleTitle = (locale: LocaleName): string => loaded.get(locale)?.messages['app.title'] ?? '';
