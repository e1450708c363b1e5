import type { Language } from '#src/locale/text-provider.tsx';
import type { LocaleName } from '#src/locale/locales.ts';

/** Each language is a chunk of its own: nobody downloads the one that is not read. */
const loaders: Record<LocaleName, () => Promise<{ language: Language }>> = {
  'zh-cn': () => import('#src/locale/zh-cn.ts'),
  en: () => import('#src/locale/en.ts'),
};

export const loadLanguage = async (locale: LocaleName): Promise<Language> => (await loaders[locale]()).language;
