import type { Words, WordsOf } from './vocabulary.ts';

/** Whether a drama or product may be advertised. */
export const contentStatuses = ['on', 'off'] as const;
export type ContentStatusName = (typeof contentStatuses)[number];
export const contentStatusWords: WordsOf<ContentStatusName> = {
  on: { zh: '已上架', en: 'On' },
  off: { zh: '已下架', en: 'Off' },
};
/** The API description of the status. */
export const contentStatusNote: Words = {
  zh: 'off 时不能再用于新的投放；在投的广告继续。',
  en: 'off: not to be published any more; what runs goes on.',
};
