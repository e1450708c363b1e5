import { contentStatuses, contentStatusNote, contentStatusWords } from './content-statuses.ts';
import { choiceFilter, codeFilter, columnKeys, keywordFilter, type Words, type WordsOf } from './vocabulary.ts';

export const priceModels = ['coin', 'subscription', 'hybrid'] as const;
export type PriceModelName = (typeof priceModels)[number];
export const priceModelWords: WordsOf<PriceModelName> = {
  coin: { zh: '金币', en: 'Coins' },
  subscription: { zh: '订阅', en: 'Subscription' },
  hybrid: { zh: '金币和订阅', en: 'Coins and subscription' },
};
/** The API description of the price model. */
export const priceModelNote: Words = {
  zh: '收费方式：coin 金币，subscription 订阅，hybrid 两者都有。',
  en: 'How it is paid for: coins, a subscription, or either.',
};

/** The life cycle of a drama. */
export const dramaStages = ['new', 'testing', 'scaling', 'declining', 'stopped'] as const;
export type DramaStageName = (typeof dramaStages)[number];
export const dramaStageWords: WordsOf<DramaStageName> = {
  new: { zh: '新剧', en: 'New' },
  testing: { zh: '测试', en: 'Testing' },
  scaling: { zh: '放量', en: 'Scaling' },
  declining: { zh: '衰退', en: 'Declining' },
  stopped: { zh: '停投', en: 'Stopped' },
};
/** The API description of the stage. */
export const dramaStageNote: Words = {
  zh: '阶段：新剧、测试、放量、衰退、停投；由评估改变。',
  en: 'Where it is in its life; evaluations move it.',
};

/** The format of a value of the dictionary `languages`. */
export const languageShape = { minLength: 2, maxLength: 8 };
export const languageNote: Words = { zh: '字典 languages 中的语言。', en: 'A value of the dictionary languages.' };
/** The format of a value of the dictionary `genres`. */
export const genreShape = { minLength: 1, maxLength: 20 };

export const dramaSortable = [
  'title',
  'code',
  'language',
  'stage',
  'materials',
  'running',
  'online_at',
  'copyright_until',
  'created_at',
] as const;

export const dramaColumnWords = {
  title: { zh: '剧名', en: 'Title' },
  code: { zh: '编号', en: 'Code' },
  title_en: { zh: '英文名', en: 'English title' },
  language: { zh: '语言', en: 'Language' },
  genres: { zh: '题材', en: 'Genres' },
  episodes_total: { zh: '集数', en: 'Episodes' },
  free_episodes: { zh: '免费集', en: 'Free episodes' },
  price_model: { zh: '收费方式', en: 'Pricing' },
  stage: { zh: '阶段', en: 'Stage' },
  target_roi_d0: { zh: '目标 D0 ROI', en: 'Target D0 ROI' },
  materials: { zh: '素材数', en: 'Creatives' },
  running: { zh: '在投系列', en: 'Active campaigns' },
  online_at: { zh: '上线日期', en: 'Online since' },
  copyright_until: { zh: '版权到期', en: 'Copyright expires' },
  status: { zh: '状态', en: 'Status' },
  created_at: { zh: '创建时间', en: 'Created' },
  updated_at: { zh: '更新时间', en: 'Updated' },
} satisfies Record<string, Words>;
export const dramaExportColumns = columnKeys(dramaColumnWords);

export const dramaFilters = {
  keyword: keywordFilter({ zh: '剧名或编号', en: 'Title or code' }),
  stage: choiceFilter(dramaColumnWords.stage, { values: dramaStages, words: dramaStageWords, note: dramaStageNote }),
  status: choiceFilter(dramaColumnWords.status, { values: contentStatuses, words: contentStatusWords, note: contentStatusNote }),
  language: codeFilter(dramaColumnWords.language, languageShape, languageNote),
  genre: codeFilter(dramaColumnWords.genres, genreShape, { zh: '包含该题材的。', en: 'Those of this genre, among others.' }),
  price_model: choiceFilter(dramaColumnWords.price_model, { values: priceModels, words: priceModelWords, note: priceModelNote }),
};
