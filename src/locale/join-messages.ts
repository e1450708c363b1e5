import type { FeatureMessages, LocaleName, Messages } from './locales.ts';

/** Joins the texts of a page with those of the parts it shows. */
export const joinMessages = (...catalogues: readonly FeatureMessages[]): FeatureMessages => {
  const join = (locale: LocaleName): Messages => Object.assign({}, ...catalogues.map((catalogue) => catalogue[locale]));
  return { 'zh-cn': join('zh-cn'), en: join('en') };
};
