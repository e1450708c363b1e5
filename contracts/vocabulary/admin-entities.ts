import { adFilters, launchColumnWords, launchExportColumns, launchFilters, withinFilters } from './launch-filters.ts';
import { adReviews, adReviewWords, type EntityLevel } from './launches.ts';
import { choiceFilter, firstDayFilter, keywordFilter, referencesFilter, type Words, yesNoWords } from './vocabulary.ts';

/** Keywords with fewer characters find names by their beginning, because searching within names needs this many for its index. */
export const MIN_CONTAINED_CHARACTERS = 3;

/** Rows behind which a list is not paged; it is narrowed or exported instead. */
export const MAX_PAGED_ROWS = 10_000;

/** The labels of the columns that only super admins see. */
export const adminEntityColumnWords = {
  department: { zh: '部门', en: 'Department' },
  personal_account: { zh: '授权个人账号', en: 'Personal account' },
} satisfies Record<string, Words>;
type AdminColumn = keyof typeof adminEntityColumnWords;

export const adminEntityExportColumns: Readonly<
  Record<EntityLevel, readonly ((typeof launchExportColumns)[EntityLevel][number] | AdminColumn)[]>
> = {
  campaign: [...launchExportColumns.campaign, 'department', 'personal_account'],
  ad_group: [...launchExportColumns.ad_group, 'department', 'personal_account'],
  ad: [...launchExportColumns.ad, 'department', 'personal_account'],
};

export const deletedChoices = ['yes', 'no'] as const;

/** The filters of the campaigns, ad groups and ads of the whole company. */
export const adminEntityFilters = {
  date_from: firstDayFilter(
    { zh: '数据日期', en: 'Data dates' },
    {
      lastDay: 'date_to',
      note: {
        zh: '指标的日期，含当天，与每个账户自己的日期比较；不带则为含今天的最近 7 天。',
        en: 'Days of the metrics, included, compared with the dates of each account; absent, the last 7 days with the current one.',
      },
    },
  ),
  date_to: launchFilters.date_to,
  ...adFilters,
  keyword: keywordFilter(adFilters.keyword.label, {
    zh: '名称的一部分，不足 3 个字符时为名称的开头，不区分大小写；或平台给的完整编号。',
    en: 'Part of the name, with fewer than 3 characters its beginning, whatever the case; or the whole number the platform gave.',
  }),
  campaign_id: withinFilters.campaign_id,
  group_id: referencesFilter(launchColumnWords.group, { note: { zh: '属于这些广告组的。', en: 'Of these ad sets.' } }),
  deleted: choiceFilter(
    { zh: '已删除', en: 'Deleted' },
    { values: deletedChoices, words: yesNoWords, note: { zh: '不带则两者都在。', en: 'Absent, both are listed.' } },
  ),
  review: choiceFilter(launchColumnWords.review, {
    values: adReviews,
    words: adReviewWords,
    note: {
      zh: '平台对广告的审核；组与系列只要有一条这样的广告。',
      en: 'The review of the ad; of campaigns and ad sets, of any ad in them.',
    },
  }),
  homepage_id: referencesFilter(launchColumnWords.homepage, {
    note: { zh: '用这些主页的广告，及其组与系列。', en: 'Ads on these pages, and what they are in.' },
  }),
  created_from: launchFilters.created_from,
  created_to: launchFilters.created_to,
};
