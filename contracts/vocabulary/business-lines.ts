import type { WordsOf } from './vocabulary.ts';

/** Short drama, or e-commerce. */
export const bizLines = ['dj', 'ec'] as const;
export type BizLine = (typeof bizLines)[number];
export const bizWords: WordsOf<BizLine> = { dj: { zh: '短剧', en: 'Short drama' }, ec: { zh: '电商', en: 'E-commerce' } };
