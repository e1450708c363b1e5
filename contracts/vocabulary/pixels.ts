import { choiceFilter, columnKeys, flagFilter, keywordFilter, referenceFilter, type Words, type WordsOf } from './vocabulary.ts';

export const pixelStatuses = ['active', 'unavailable', 'disabled'] as const;
export type PixelStatusName = (typeof pixelStatuses)[number];
export const pixelStatusWords: WordsOf<PixelStatusName> = {
  active: { zh: '正常', en: 'Active' },
  unavailable: { zh: '不可用', en: 'Unavailable' },
  disabled: { zh: '已停用', en: 'Disabled' },
};
/** The API description of the status. */
export const pixelStatusNote: Words = {
  zh: 'active、unavailable 来自平台；disabled 是我们停用的。',
  en: 'active and unavailable come from the platform; disabled was chosen here.',
};

/** The findings about a pixel, of which only the most urgent one is shown: in this order after `ok`. */
export const pixelHealths = ['ok', 'silent', 'never', 'duplicates', 'missing', 'excess', 'low_match'] as const;
export type PixelHealth = (typeof pixelHealths)[number];
export const pixelHealthWords: WordsOf<PixelHealth> = {
  ok: { zh: '正常', en: 'OK' },
  silent: { zh: '静默', en: 'Silent' },
  never: { zh: '从未触发', en: 'Never fired' },
  duplicates: { zh: '重复异常', en: 'Abnormal duplicates' },
  missing: { zh: '缺失', en: 'Missing' },
  excess: { zh: '多报', en: 'Over-reported' },
  low_match: { zh: '匹配低', en: 'Low match' },
};
/** The API description of the health. */
export const pixelHealthNote: Words = {
  zh: '看近 7 天，取最紧要的一条：silent 有消耗而 24 小时没有事件；never 从未收到事件；duplicates 购买事件重复率高于 60%，或两种来源都有而低于 20%；missing 回传差异低于 −10%；excess 高于 10%；low_match 匹配质量低于 5；ok 正常。',
  en: 'The most urgent finding of the last 7 days. silent: spend but no event for 24 hours; never: it has not fired yet; duplicates: over 60 % of purchases, or under 20 % although browser and server both report; missing: a gap below −10 %; excess: a gap above 10 %; low_match: a match quality below 5; ok otherwise.',
};

/** The standard events of a pixel. */
export const pixelEventNames = [
  'PageView',
  'ViewContent',
  'CompleteRegistration',
  'AddToCart',
  'InitiateCheckout',
  'Purchase',
  'Subscribe',
] as const;
export type PixelEventName = (typeof pixelEventNames)[number];
export const pixelEventWords: WordsOf<PixelEventName> = {
  PageView: { zh: '浏览页面', en: 'Page view' },
  ViewContent: { zh: '浏览内容', en: 'View content' },
  CompleteRegistration: { zh: '完成注册', en: 'Complete registration' },
  AddToCart: { zh: '加入购物车', en: 'Add to cart' },
  InitiateCheckout: { zh: '开始结账', en: 'Initiate checkout' },
  Purchase: { zh: '付款', en: 'Purchase' },
  Subscribe: { zh: '订阅', en: 'Subscribe' },
};

export const eventSources = ['browser', 'server'] as const;
export const eventSourceWords: WordsOf<(typeof eventSources)[number]> = {
  browser: { zh: '浏览器', en: 'Browser' },
  server: { zh: '服务端', en: 'Server' },
};

export const pixelCapiWords = { yes: { zh: '已启用', en: 'On' }, no: { zh: '未启用', en: 'Off' } };

export const pixelSortable = ['name', 'shared_accounts', 'events_24h', 'dup_rate', 'report_gap', 'last_fired_at', 'created_at'] as const;

export const pixelColumnWords = {
  name: { zh: '名称', en: 'Name' },
  platform_pixel_id: { zh: '像素编号', en: 'Pixel ID' },
  status: { zh: '状态', en: 'Status' },
  health: { zh: '健康', en: 'Health' },
  owner_account: { zh: '所属账户', en: 'Owner account' },
  owner_business: { zh: '所属商务管理平台', en: 'Owner business' },
  shared_accounts: { zh: '共享账户', en: 'Shared accounts' },
  sites: { zh: '站点', en: 'Sites' },
  capi_enabled: { zh: '服务端事件', en: 'Server events' },
  last_fired_at: { zh: '最近触发', en: 'Last fired' },
  events_24h: { zh: '24 小时事件', en: 'Events, 24 h' },
  dup_rate: { zh: '重复率', en: 'Duplicate rate' },
  report_gap: { zh: '回传差异', en: 'Postback gap' },
  assignees: { zh: '分配给', en: 'Assigned to' },
  personal_account: { zh: '授权人', en: 'Authorised by' },
  created_at: { zh: '导入时间', en: 'Imported' },
  updated_at: { zh: '更新时间', en: 'Updated' },
} satisfies Record<string, Words>;
export const pixelExportColumns = columnKeys(pixelColumnWords);

export const pixelFilters = {
  keyword: keywordFilter(
    { zh: '名称或编号', en: 'Name or ID' },
    { zh: '名称的一部分，或平台的编号。', en: 'Part of the name, or the number of the platform.' },
  ),
  status: choiceFilter(pixelColumnWords.status, { values: pixelStatuses, words: pixelStatusWords, note: pixelStatusNote }),
  owner_account_id: referenceFilter(pixelColumnWords.owner_account),
  account_id: referenceFilter(
    { zh: '属于或共享给账户', en: 'Owned by or shared with' },
    { zh: '该账户可以使用的：它拥有的，或已共享给它的。', en: 'Those the account may use: it owns them, or they are shared with it.' },
  ),
  site_id: referenceFilter({ zh: '站点', en: 'Site' }),
  capi_enabled: flagFilter(pixelColumnWords.capi_enabled, pixelCapiWords),
  silent: flagFilter(
    { zh: '24 小时事件', en: 'Events in 24 h' },
    {
      yes: { zh: '没有', en: 'None' },
      no: { zh: '有', en: 'Some' },
      note: {
        zh: 'true：24 小时没有事件的，包括从未收到的；false：其余的。',
        en: 'true: without an event for 24 hours, those that never fired too; false: the others.',
      },
    },
  ),
  personal_account_id: referenceFilter(pixelColumnWords.personal_account),
};
