import type { Words, WordsOf } from './vocabulary.ts';

/** The business lines: short drama and e-commerce. */
export const bizLines = ['dj', 'ec'] as const;
export type BizLine = (typeof bizLines)[number];
export const bizWords: WordsOf<BizLine> = { dj: { zh: '短剧', en: 'Short drama' }, ec: { zh: '电商', en: 'E-commerce' } };
/** The API description of the business line. */
export const bizNote: Words = { zh: '业务线：dj 短剧，ec 电商。', en: 'Business line: dj short drama, ec e-commerce.' };
