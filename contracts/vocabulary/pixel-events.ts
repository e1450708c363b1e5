import { eventSources, eventSourceWords, pixelEventNames, pixelEventWords } from './pixels.ts';
import {
  choiceFilter,
  firstDayFilter,
  lastDayFilter,
  referenceFilter,
  severalFilter,
  textFilter,
  type Words,
  type WordsOf,
} from './vocabulary.ts';

export const dedupes = ['kept', 'duplicate'] as const;
export const dedupeWords: WordsOf<(typeof dedupes)[number]> = {
  kept: { zh: '保留', en: 'Kept' },
  duplicate: { zh: '重复', en: 'Duplicate' },
};

export const eventStatuses = ['ok', 'error'] as const;
export const eventStatusWords: WordsOf<(typeof eventStatuses)[number]> = {
  ok: { zh: '正常', en: 'OK' },
  error: { zh: '错误', en: 'Error' },
};

export const pixelEventColumnWords = {
  event_time: { zh: '事件时间', en: 'Event time' },
  received_at: { zh: '接收时间', en: 'Received' },
  delay: { zh: '延迟', en: 'Delay' },
  event_name: { zh: '事件', en: 'Event' },
  source: { zh: '来源', en: 'Source' },
  event_id: { zh: '事件编号', en: 'Event ID' },
  count: { zh: '数量', en: 'Count' },
  dedupe: { zh: '去重', en: 'Deduplication' },
  match_score: { zh: '匹配质量', en: 'Match quality' },
  value: { zh: '价值', en: 'Value' },
  currency: { zh: '币种', en: 'Currency' },
  ad: { zh: '广告', en: 'Ad' },
  order_no: { zh: '订单号', en: 'Order no.' },
  url: { zh: '网址', en: 'URL' },
  status: { zh: '状态', en: 'Status' },
  error: { zh: '错误说明', en: 'Error' },
} satisfies Record<string, Words>;

export const pixelEventFilters = {
  date_from: firstDayFilter({ zh: '日期', en: 'Dates' }, { lastDay: 'date_to' }),
  date_to: lastDayFilter({ zh: '日期', en: 'Dates' }),
  pixel_id: referenceFilter({ zh: '像素', en: 'Pixel' }),
  event_name: severalFilter(pixelEventColumnWords.event_name, { values: pixelEventNames, words: pixelEventWords }),
  source: choiceFilter(pixelEventColumnWords.source, { values: eventSources, words: eventSourceWords }),
  dedupe: choiceFilter(pixelEventColumnWords.dedupe, { values: dedupes, words: dedupeWords }),
  status: choiceFilter(pixelEventColumnWords.status, { values: eventStatuses, words: eventStatusWords }),
  ad: textFilter(
    { zh: '广告名称或平台编号', en: 'Ad name or platform ID' },
    { note: { zh: '广告名称的一部分，或平台给的完整编号。', en: 'Part of the name of the ad, or its whole platform ID.' } },
  ),
  order_no: textFilter(pixelEventColumnWords.order_no, { max: 32, note: { zh: '完整的订单号。', en: 'The whole order number.' } }),
  event_id: textFilter(pixelEventColumnWords.event_id, { max: 64, note: { zh: '完整的事件编号。', en: 'The whole event ID.' } }),
  id: referenceFilter({ zh: '记录编号', en: 'Entry ID' }, { zh: '只要这一条。', en: 'This entry alone.' }),
};
