import type { Words } from '../vocabulary/vocabulary.ts';

/** The dimensions of reports and their files. */
export const dimensionWords = {
  department: { zh: '部门', en: 'Department' },
  user: { zh: '人员', en: 'Person' },
  account: { zh: '广告账户', en: 'Ad account' },
  campaign: { zh: '广告系列', en: 'Campaign' },
  ad_group: { zh: '广告组', en: 'Ad set' },
  ad: { zh: '广告', en: 'Ad' },
  material: { zh: '素材', en: 'Creative' },
  creator: { zh: '剪辑师', en: 'Editor' },
  kind: { zh: '素材类型', en: 'Creative type' },
  ratio: { zh: '比例', en: 'Ratio' },
  duration: { zh: '时长', en: 'Duration' },
  material_language: { zh: '素材语言', en: 'Creative language' },
  tag: { zh: '标签', en: 'Tag' },
  date: { zh: '日期', en: 'Date' },
  month: { zh: '月份', en: 'Month' },
  hour: { zh: '小时', en: 'Hour' },
  drama: { zh: '剧目', en: 'Drama' },
  country: { zh: '国家', en: 'Country' },
  language: { zh: '语言', en: 'Language' },
  genre: { zh: '题材', en: 'Genre' },
  stage: { zh: '阶段', en: 'Stage' },
  channel: { zh: '渠道', en: 'Channel' },
} satisfies Record<string, Words>;
