import { bizLines, bizNote, bizWords } from './business-lines.ts';
import { languageNote, languageShape } from './dramas.ts';
import {
  choiceFilter,
  codeFilter,
  codesFilter,
  columnKeys,
  firstDayFilter,
  flagFilter,
  keywordFilter,
  lastDayFilter,
  referenceFilter,
  type Words,
  type WordsOf,
  yesNoWords,
} from './vocabulary.ts';

export const materialKinds = ['video', 'image'] as const;
export type MaterialKindName = (typeof materialKinds)[number];
export const materialKindWords: WordsOf<MaterialKindName> = {
  video: { zh: '视频', en: 'Video' },
  image: { zh: '图片', en: 'Image' },
};

export const ratios = ['9:16', '4:5', '1:1', '16:9', 'other'] as const;
export type RatioName = (typeof ratios)[number];
/** The ratios of e-commerce, the usual ones of product pictures first. */
export const productRatios: readonly [RatioName, ...RatioName[]] = ['1:1', '4:5', '9:16', '16:9', 'other'];
export const ratioWords: WordsOf<RatioName> = {
  '9:16': { zh: '9:16', en: '9:16' },
  '4:5': { zh: '4:5', en: '4:5' },
  '1:1': { zh: '1:1', en: '1:1' },
  '16:9': { zh: '16:9', en: '16:9' },
  other: { zh: '其他', en: 'Other' },
};
/** The API description of the ratio. */
export const ratioNote: Words = { zh: '宽与高之比；不在其中的是 other。', en: 'Width to height; other where it is none of them.' };

/** Bands of the duration of videos in whole seconds; their keys sort from short to long. */
export const durationBands = ['000-015', '016-030', '031-060', '061-180', '181-'] as const;
export type DurationBand = (typeof durationBands)[number];
/** The longest duration of a band, in seconds. */
export const longestSeconds: Readonly<Record<DurationBand, number | null>> = {
  '000-015': 15,
  '016-030': 30,
  '031-060': 60,
  '061-180': 180,
  '181-': null,
};
export const durationBandWords: WordsOf<DurationBand> = {
  '000-015': { zh: '≤ 15 秒', en: '≤ 15 s' },
  '016-030': { zh: '16–30 秒', en: '16–30 s' },
  '031-060': { zh: '31–60 秒', en: '31–60 s' },
  '061-180': { zh: '61–180 秒', en: '61–180 s' },
  '181-': { zh: '> 180 秒', en: '> 180 s' },
};

export const visibilities = ['private', 'dept', 'company'] as const;
export type VisibilityName = (typeof visibilities)[number];
export const visibilityWords: WordsOf<VisibilityName> = {
  private: { zh: '仅本人', en: 'Private' },
  dept: { zh: '本部门', en: 'Department' },
  company: { zh: '全公司', en: 'Company' },
};
/** The API description of the visibility. */
export const visibilityNote: Words = {
  zh: '谁看得到：private 本人及上级，dept 同一部门上下级，company 全公司。',
  en: 'Who sees it: its people and their leaders, departments above and below that of the uploader, or everybody.',
};

export const materialStatuses = ['uploading', 'processing', 'ready', 'failed', 'archived', 'blocked'] as const;
export type MaterialStatusName = (typeof materialStatuses)[number];
export const materialStatusWords: WordsOf<MaterialStatusName> = {
  uploading: { zh: '上传中', en: 'Uploading' },
  processing: { zh: '处理中', en: 'Processing' },
  ready: { zh: '可用', en: 'Ready' },
  failed: { zh: '失败', en: 'Failed' },
  archived: { zh: '已归档', en: 'Archived' },
  blocked: { zh: '已封禁', en: 'Blocked' },
};
/** The API description of the status. */
export const materialStatusNote: Words = {
  zh: '只有 ready 可以使用；archived 不出现在选择框，blocked 因多次违规被禁用。',
  en: 'Only ready ones can be used; archived ones are not offered, blocked ones were rejected for policy too often.',
};

export const hitLevels = ['none', 'potential', 'hit'] as const;
export type HitLevelName = (typeof hitLevels)[number];
export const hitLevelWords: WordsOf<HitLevelName> = {
  none: { zh: '普通', en: 'Standard' },
  potential: { zh: '潜力', en: 'Potential' },
  hit: { zh: '爆款', en: 'Hit' },
};
/** The API description of the level. */
export const hitLevelNote: Words = { zh: '爆款等级，每晚更新。', en: 'How well it did; told every night.' };

/** The sort fields of the list, in addition to its metrics. */
export const materialSortable = [
  'title',
  'drama',
  'product',
  'duration',
  'size',
  'creator',
  'status',
  'used_ads',
  'first_used_at',
  'created_at',
] as const;

/** Maximum number of characters of a tag. */
export const LONGEST_TAG = 20;

/** The columns of files, in addition to the metrics. */
export const materialColumnWords = {
  title: { zh: '标题', en: 'Title' },
  code: { zh: '编号', en: 'Code' },
  drama: { zh: '剧目', en: 'Drama' },
  product: { zh: '商品', en: 'Product' },
  kind: { zh: '类型', en: 'Type' },
  ratio: { zh: '比例', en: 'Ratio' },
  duration: { zh: '时长（秒）', en: 'Duration (s)' },
  size: { zh: '大小（字节）', en: 'Size (bytes)' },
  language: { zh: '语言', en: 'Language' },
  tags: { zh: '标签', en: 'Tags' },
  creator: { zh: '剪辑师', en: 'Editor' },
  uploader: { zh: '上传人', en: 'Uploaded by' },
  hit_level: { zh: '爆款', en: 'Hit' },
  status: { zh: '状态', en: 'Status' },
  fail_reason: { zh: '失败原因', en: 'Failure reason' },
  visibility: { zh: '可见范围', en: 'Visibility' },
  used_ads: { zh: '使用广告数', en: 'Used in ads' },
  accounts_synced: { zh: '已同步账户', en: 'Synced accounts' },
  first_used_at: { zh: '首次使用', en: 'First used' },
  created_at: { zh: '创建时间', en: 'Created' },
  updated_at: { zh: '更新时间', en: 'Updated' },
} satisfies Record<string, Words>;
export const materialExportColumns = columnKeys(materialColumnWords);

const dataDays: Words = { zh: '数据日期', en: 'Data dates' };

/** The filters of a page, without its metric range. */
export const offeredMaterialFilters = {
  keyword: keywordFilter({ zh: '标题、编号或标签', en: 'Title, code or tag' }),
  drama_id: referenceFilter(materialColumnWords.drama),
  product_id: referenceFilter(materialColumnWords.product),
  kind: choiceFilter(materialColumnWords.kind, { values: materialKinds, words: materialKindWords }),
  ratio: choiceFilter(materialColumnWords.ratio, { values: ratios, words: ratioWords, note: ratioNote }),
  status: choiceFilter(materialColumnWords.status, { values: materialStatuses, words: materialStatusWords, note: materialStatusNote }),
  data_from: firstDayFilter(dataDays, {
    lastDay: 'data_to',
    note: {
      zh: '指标的日期，含当天，与每个账户自己的日期比较；不带则没有指标，也不能按指标排序或筛选。',
      en: 'Days of the metrics, included, compared with the dates of each account; absent, rows have no figures, and cannot be sorted or narrowed by any.',
    },
  }),
  data_to: lastDayFilter(dataDays, {
    zh: '日期 YYYY-MM-DD，含当天，与每行所属广告账户自己的日期比较。',
    en: 'A calendar date, YYYY-MM-DD, included; each row is compared by the date of its own ad account.',
  }),
  language: codeFilter(materialColumnWords.language, languageShape, languageNote),
  tag: codesFilter(
    materialColumnWords.tags,
    { minLength: 1, maxLength: LONGEST_TAG },
    { dictionary: 'tags', note: { zh: '有其中任一标签的；整个标签相同才算。', en: 'With any of these tags, each compared as a whole.' } },
  ),
  creator_user_id: referenceFilter(materialColumnWords.creator),
  uploader_user_id: referenceFilter(materialColumnWords.uploader),
  visibility: choiceFilter(materialColumnWords.visibility, { values: visibilities, words: visibilityWords, note: visibilityNote }),
  hit_level: choiceFilter(materialColumnWords.hit_level, { values: hitLevels, words: hitLevelWords, note: hitLevelNote }),
  used: flagFilter(
    { zh: '使用', en: 'Used' },
    {
      yes: { zh: '使用过', en: 'Used' },
      no: { zh: '未使用', en: 'Never used' },
      note: { zh: '是否使用过。', en: 'Whether it was ever used.' },
    },
  ),
  date_from: firstDayFilter(materialColumnWords.created_at, {
    lastDay: 'date_to',
    note: { zh: '创建日期不早于。', en: 'Created on this day or later.' },
  }),
  date_to: lastDayFilter(materialColumnWords.created_at, { zh: '创建日期不晚于。', en: 'Created on this day or before.' }),
};

export const materialFilters = {
  ...offeredMaterialFilters,
  /** A page has one business line. */
  biz: choiceFilter({ zh: '业务线', en: 'Business line' }, { values: bizLines, words: bizWords, note: bizNote }),
  /** The upload page shows only the materials of its reader. */
  mine: flagFilter(
    { zh: '我上传的', en: 'Uploaded by me' },
    { ...yesNoWords, note: { zh: '只要自己上传的。', en: 'Only what the caller uploaded.' } },
  ),
};
