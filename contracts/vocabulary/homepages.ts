import { bizLines, bizNote, bizWords } from './business-lines.ts';
import { choiceFilter, columnKeys, keywordFilter, markFilter, referenceFilter, type Words, type WordsOf } from './vocabulary.ts';

export const homepageStatuses = ['active', 'unpublished', 'restricted', 'token_expired', 'disabled'] as const;
export type HomepageStatusName = (typeof homepageStatuses)[number];
export const homepageStatusWords: WordsOf<HomepageStatusName> = {
  active: { zh: '正常', en: 'Active' },
  unpublished: { zh: '未发布', en: 'Unpublished' },
  restricted: { zh: '受限', en: 'Restricted' },
  token_expired: { zh: '授权失效', en: 'Authorisation lost' },
  disabled: { zh: '已停用', en: 'Disabled' },
};
/** The API description of the status. */
export const homepageStatusNote: Words = {
  zh: 'disabled 是我们停用的；其余来自平台。',
  en: 'disabled was chosen here; the others come from the platform.',
};

/** The reasons why a homepage cannot be used: its status, or a task that its authorisation lacks. */
export const homepageObstacles = [
  'unpublished',
  'restricted',
  'token_expired',
  'disabled',
  'task_advertise',
  'task_create_content',
] as const;
/** Maximum number of ads that the channel runs at once for a page. */
export const adLimits = [250, 1000, 5000, 20000] as const;

export const homepageSortable = ['name', 'status', 'usage', 'created_at'] as const;

export const homepageColumnWords = {
  page: { zh: '主页', en: 'Page' },
  platform_page_id: { zh: '主页编号', en: 'Page ID' },
  category: { zh: '类别', en: 'Category' },
  status: { zh: '状态', en: 'Status' },
  tasks: { zh: '权限', en: 'Permissions' },
  ads_active: { zh: '在投广告', en: 'Active ads' },
  ad_limit: { zh: '广告上限', en: 'Ad limit' },
  usage: { zh: '广告占用', en: 'Ad usage' },
  posts: { zh: '帖子', en: 'Posts' },
  sites: { zh: '站点', en: 'Sites' },
  biz: { zh: '业务线', en: 'Business line' },
  assignees: { zh: '分配给', en: 'Assigned to' },
  personal_account: { zh: '授权人', en: 'Authorised by' },
  last_sync_at: { zh: '最近同步', en: 'Last sync' },
  created_at: { zh: '导入时间', en: 'Imported' },
  updated_at: { zh: '更新时间', en: 'Updated' },
} satisfies Record<string, Words>;
export const homepageExportColumns = columnKeys(homepageColumnWords);

export const homepageFilters = {
  keyword: keywordFilter(
    { zh: '名称或编号', en: 'Name or ID' },
    { zh: '名称的一部分，或平台的编号。', en: 'Part of the name, or the number of the platform.' },
  ),
  status: choiceFilter(homepageColumnWords.status, { values: homepageStatuses, words: homepageStatusWords, note: homepageStatusNote }),
  biz: choiceFilter(homepageColumnWords.biz, {
    values: bizLines,
    words: bizWords,
    note: bizNote,
  }),
  scarce: markFilter(
    { zh: '余量', en: 'Headroom' },
    {
      yes: { zh: '不足 20%', en: 'Below 20%' },
      note: { zh: '只要广告余量不足 20% 的。', en: 'Only those with less than 20 % of their ad limit left.' },
    },
  ),
  personal_account_id: referenceFilter(homepageColumnWords.personal_account),
  site_id: referenceFilter({ zh: '站点', en: 'Site' }),
  assignee_id: referenceFilter(homepageColumnWords.assignees, {
    zh: '分配给此人的，包括经部门分配的。',
    en: 'Assigned to this person, also by a department.',
  }),
};
