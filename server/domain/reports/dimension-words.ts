import type { ReportDimension } from '#contracts/endpoints/report-dimensions.ts';
import { bizWords } from '#contracts/vocabulary/business-lines.ts';
import { channelWords } from '#contracts/vocabulary/channels.ts';
import { dramaStageWords } from '#contracts/vocabulary/dramas.ts';
import { landingTemplateWords } from '#contracts/vocabulary/landing-pages.ts';
import { durationBandWords, materialKindWords, ratioWords } from '#contracts/vocabulary/materials.ts';
import {
  attributionWords,
  dayRangeWords,
  orderSystemWords,
  orderTypeWords,
  payChannelWords,
  payerOriginWords,
  priceWords,
} from '#contracts/vocabulary/orders.ts';
import { eventSourceWords, pixelEventWords } from '#contracts/vocabulary/pixels.ts';
import { listedName } from '../dictionaries.ts';
import { ORGANIC, ORGANIC_CHANNEL } from '../insights/index.ts';
import type { Words } from '../spreadsheet/index.ts';

const NOBODY: Words = { zh: '未分配', en: 'Unassigned' };
const OTHER: Words = { zh: '其他', en: 'Others' };
const UNKNOWN: Words = { zh: '未知', en: 'Unknown' };
/** Names of missing values, where they are known for what they are. Only orders may belong to no ad. */
const missing: Partial<Record<ReportDimension, Words>> = {
  account: attributionWords.none,
  campaign: attributionWords.none,
  ad: attributionWords.none,
  material: { zh: '无素材', en: 'No creative' },
  creator: { zh: '无素材', en: 'No creative' },
  creator_department: { zh: '无素材', en: 'No creative' },
  product: { zh: '无商品', en: 'No product' },
  drama: { zh: '无剧目', en: 'No drama' },
  tag: { zh: '无标签', en: 'No tag' },
  landing: { zh: '无落地页', en: 'No landing page' },
  ab_group: { zh: '未参与实验', en: 'In no A/B group' },
};

const wordsIn = (words: Readonly<Record<string, Words>>) => (value: string) => (Object.hasOwn(words, value) ? words[value] : undefined);

/** Names of values that are words themselves. */
const ofWords: Partial<Record<ReportDimension, (value: string) => Words | undefined>> = {
  country: (value) => listedName('countries', value),
  language: (value) => listedName('languages', value),
  material_language: (value) => listedName('languages', value),
  kind: wordsIn(materialKindWords),
  ratio: wordsIn(ratioWords),
  duration: wordsIn(durationBandWords),
  hour: (value) => ({ zh: `${value}:00`, en: `${value}:00` }),
  genre: (value) => listedName('genres', value),
  stage: wordsIn(dramaStageWords),
  channel: wordsIn(channelWords),
  payer_country: (value) => listedName('countries', value),
  os: wordsIn(orderSystemWords),
  order_type: wordsIn(orderTypeWords),
  pay_channel: wordsIn(payChannelWords),
  price: (value) => priceWords(Number(value)),
  new_or_reacq: wordsIn(payerOriginWords),
  day_n: (value) => dayRangeWords(Number(value)),
  event: wordsIn(pixelEventWords),
  source: wordsIn(eventSourceWords),
  biz: wordsIn(bizWords),
  template: wordsIn(landingTemplateWords),
};

const same = (text: string): Words => ({ zh: text, en: text });

/** What a value of a dimension is called; `label` is the name of its row, where it has one. */
export function valueInWords(key: ReportDimension, id: number | string, label: string | null): Words {
  if (String(id) === String(ORGANIC) || (key === 'channel' && id === ORGANIC_CHANNEL)) return attributionWords.none;
  if (id === '') return missing[key] ?? UNKNOWN;
  const words = ofWords[key]?.(String(id));
  if (words !== undefined) return words;
  if (key === 'site' && String(id) === '0') return OTHER;
  return label === null ? (String(id) === '0' ? (missing[key] ?? NOBODY) : same(`#${id}`)) : same(label);
}
