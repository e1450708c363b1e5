import { bizLines, bizNote, bizWords } from './business-lines.ts';
import { choiceFilter, codeFilter, columnKeys, keywordFilter, referenceFilter, type Words, type WordsOf } from './vocabulary.ts';

export const landingTemplates = ['list', 'player', 'quiz', 'direct'] as const;
export type LandingTemplateName = (typeof landingTemplates)[number];
export const landingTemplateWords: WordsOf<LandingTemplateName> = {
  list: { zh: '剧集列表', en: 'Episode list' },
  player: { zh: '播放器', en: 'Player' },
  quiz: { zh: '问答', en: 'Quiz' },
  direct: { zh: '直达', en: 'Direct' },
};

export const landingStatuses = ['draft', 'online', 'offline'] as const;
export type LandingStatusName = (typeof landingStatuses)[number];
export const landingStatusWords: WordsOf<LandingStatusName> = {
  draft: { zh: '草稿', en: 'Draft' },
  online: { zh: '已上线', en: 'Online' },
  offline: { zh: '已下线', en: 'Offline' },
};
/** The API description of the status. */
export const landingStatusNote: Words = {
  zh: 'draft 只能上线；之后在 online 与 offline 之间切换，不再回到 draft。',
  en: 'A draft goes online; from then on it is online or offline, and never a draft again.',
};

export const landingSortable = ['title', 'slug', 'status', 'pv_7d', 'created_at'] as const;

export const landingColumnWords = {
  site: { zh: '站点', en: 'Site' },
  title: { zh: '标题', en: 'Title' },
  slug: { zh: '路径', en: 'Path' },
  url: { zh: '地址', en: 'URL' },
  content: { zh: '剧目/商品', en: 'Content' },
  template: { zh: '模板', en: 'Template' },
  start_episode: { zh: '起始集', en: 'First episode' },
  language: { zh: '语言', en: 'Language' },
  country: { zh: '国家/地区', en: 'Country' },
  ab_group: { zh: '实验分组', en: 'A/B group' },
  ads_running: { zh: '在投广告', en: 'Active ads' },
  pv_7d: { zh: '近 7 天浏览', en: 'Views, 7 days' },
  lp_pay_rate: { zh: '付费率', en: 'Pay rate' },
  status: { zh: '状态', en: 'Status' },
  created_at: { zh: '创建时间', en: 'Created' },
  updated_at: { zh: '更新时间', en: 'Updated' },
} satisfies Record<string, Words>;
export const landingExportColumns = columnKeys(landingColumnWords);

export const landingFilters = {
  keyword: keywordFilter(
    { zh: '标题或路径', en: 'Title or path' },
    { zh: '标题或路径的一部分。', en: 'Part of the title or of the slug.' },
  ),
  site_id: referenceFilter(landingColumnWords.site),
  biz: choiceFilter({ zh: '业务线', en: 'Business line' }, { values: bizLines, words: bizWords, note: bizNote }),
  drama_id: referenceFilter({ zh: '剧目', en: 'Drama' }),
  product_id: referenceFilter({ zh: '商品', en: 'Product' }),
  template: choiceFilter(landingColumnWords.template, { values: landingTemplates, words: landingTemplateWords }),
  language: codeFilter(landingColumnWords.language, { maxLength: 8 }),
  status: choiceFilter(landingColumnWords.status, { values: landingStatuses, words: landingStatusWords, note: landingStatusNote }),
};
