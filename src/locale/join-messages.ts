import type { FeatureMessages, LocaleName, Messages } from './locales.ts';

/** All texts of a page: its own and those of the parts it shows. */
export const joinMessages = (...catalogues: readonly FeatureMessages[]): FeatureMessages => {
  const join = (locale: LocaleName): Messages => Object.assign({}, ...catalogues.map((catalogue) => catalogue[locale]));
  return { 'zh-cn': join('zh-cn'), en: join('en') };
};
