import type { WordsOf } from '../vocabulary/vocabulary.ts';
import type { AdDataDimension } from './ad-data.ts';
import type { EffectDimension } from './effect.ts';

/** The dimensions of reports and their files. */
export const dimensionWords: WordsOf<AdDataDimension | EffectDimension> = {
  department: { zh: '部门', en: 'Department' },
  user: { zh: '人员', en: 'Person' },
  account: { zh: '广告账户', en: 'Ad account' },
  campaign: { zh: '广告系列', en: 'Campaign' },
  ad_group: { zh: '广告组', en: 'Ad set' },
  ad: { zh: '广告', en: 'Ad' },
  material: { zh: '素材', en: 'Creative' },
  date: { zh: '日期', en: 'Date' },
  drama: { zh: '剧目', en: 'Drama' },
  country: { zh: '国家', en: 'Country' },
  language: { zh: '语言', en: 'Language' },
  genre: { zh: '题材', en: 'Genre' },
  stage: { zh: '阶段', en: 'Stage' },
  channel: { zh: '渠道', en: 'Channel' },
};
