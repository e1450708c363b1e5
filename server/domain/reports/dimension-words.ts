import type { ReportDimension } from '#contracts/endpoints/report-dimensions.ts';
import { channelWords } from '#contracts/vocabulary/channels.ts';
import { dramaStageWords } from '#contracts/vocabulary/dramas.ts';
import { listedName } from '../dictionaries.ts';
import type { Words } from '../spreadsheet/index.ts';

/** Titles of dimensions in files. */
export const dimensionTitles: Readonly<Record<ReportDimension, Words>> = {
  department: { zh: '部门', en: 'Department' },
  user: { zh: '人员', en: 'Person' },
  account: { zh: '广告账户', en: 'Ad account' },
  campaign: { zh: '广告系列', en: 'Campaign' },
  ad_group: { zh: '广告组', en: 'Ad group' },
  ad: { zh: '广告', en: 'Ad' },
  material: { zh: '素材', en: 'Material' },
  date: { zh: '日期', en: 'Date' },
  drama: { zh: '剧目', en: 'Drama' },
  country: { zh: '国家', en: 'Country' },
  language: { zh: '语言', en: 'Language' },
  genre: { zh: '题材', en: 'Genre' },
  stage: { zh: '阶段', en: 'Stage' },
  channel: { zh: '渠道', en: 'Channel' },
};

const NOBODY: Words = { zh: '未分配', en: 'Unassigned' };
const UNKNOWN: Words = { zh: '未知', en: 'Unknown' };

const wordsIn = (words: Readonly<Record<string, Words>>) => (value: string) => (Object.hasOwn(words, value) ? words[value] : undefined);

/** Names of values that are words themselves. */
const ofWords: Partial<Record<ReportDimension, (value: string) => Words | undefined>> = {
  country: (value) => listedName('countries', value),
  language: (value) => listedName('languages', value),
  genre: (value) => listedName('genres', value),
  stage: wordsIn(dramaStageWords),
  channel: wordsIn(channelWords),
};

const same = (text: string): Words => ({ zh: text, en: text });

/** What a value of a dimension is called; `label` is the name of its row, where it has one. */
export function valueInWords(key: ReportDimension, id: number | string, label: string | null): Words {
  if (id === '') return UNKNOWN;
  const words = ofWords[key]?.(String(id));
  if (words !== undefined) return words;
  return label === null ? (id === 0 ? NOBODY : same(`#${id}`)) : same(label);
}
