import {
  choiceFilter,
  columnKeys,
  firstDayFilter,
  lastDayFilter,
  referenceFilter,
  textFilter,
  type Words,
  type WordsOf,
} from './vocabulary.ts';

export const operationResults = ['ok', 'fail'] as const;
export const operationResultWords: WordsOf<(typeof operationResults)[number]> = {
  ok: { zh: '成功', en: 'Succeeded' },
  fail: { zh: '失败', en: 'Failed' },
};

/** Kinds of objects that operations change. A kind that is not listed is shown as it is. */
const operationTargetWords: Readonly<Record<string, Words>> = {
  ad: { zh: '广告', en: 'Ad' },
  ad_account: { zh: '广告账户', en: 'Ad account' },
  ad_group: { zh: '广告组', en: 'Ad set' },
  alert_target: { zh: '提醒推送', en: 'Alert delivery' },
  asset: { zh: '资产', en: 'Asset' },
  auth_link: { zh: '授权链接', en: 'Authorisation link' },
  batch: { zh: '批次', en: 'Batch' },
  campaign: { zh: '广告系列', en: 'Campaign' },
  cron_job: { zh: '定时任务', en: 'Scheduled task' },
  department: { zh: '部门', en: 'Department' },
  drama: { zh: '剧目', en: 'Drama' },
  evaluation: { zh: '短剧评估', en: 'Drama evaluation' },
  homepage: { zh: '主页', en: 'Page' },
  host_account: { zh: '托管账户', en: 'Managed account' },
  host_rule: { zh: '规则', en: 'Rule' },
  host_rule_hit: { zh: '规则命中', en: 'Rule hit' },
  landing_page: { zh: '落地页', en: 'Landing page' },
  material: { zh: '素材', en: 'Creative' },
  personal_account: { zh: '个人账号', en: 'Personal account' },
  pixel: { zh: '像素', en: 'Pixel' },
  post: { zh: '帖子', en: 'Post' },
  product: { zh: '商品', en: 'Product' },
  role: { zh: '角色', en: 'Role' },
  schedule: { zh: '定时动作', en: 'Scheduled action' },
  scheme: { zh: '方案', en: 'Scheme' },
  session: { zh: '登录会话', en: 'Session' },
  site: { zh: '站点', en: 'Site' },
  user: { zh: '账号', en: 'User' },
  view: { zh: '视图', en: 'View' },
};

/** Kinds of objects whose name in either language contains the text. */
export const findTargetsByName = (text: string): string[] =>
  Object.entries(operationTargetWords).flatMap(([type, { zh, en }]) =>
    zh.includes(text) || en.toLowerCase().includes(text.toLowerCase()) ? [type] : [],
  );

export const wordsOfTarget = (type: string): Words => operationTargetWords[type] ?? { zh: type, en: type };

export const operationColumnWords = {
  at: { zh: '时间', en: 'Time' },
  account: { zh: '账号', en: 'Account' },
  action: { zh: '动作', en: 'Action' },
  target: { zh: '对象', en: 'Object' },
  target_type: { zh: '对象类型', en: 'Object type' },
  summary: { zh: '摘要', en: 'Summary' },
  ip: { zh: 'IP', en: 'IP' },
  result: { zh: '结果', en: 'Result' },
  code: { zh: '返回码', en: 'Code' },
  ms: { zh: '耗时 (ms)', en: 'Duration (ms)' },
} satisfies Record<string, Words>;
export const operationExportColumns = columnKeys(operationColumnWords);

export const operationFilters = {
  date_from: firstDayFilter({ zh: '日期', en: 'Dates' }, { lastDay: 'date_to' }),
  date_to: lastDayFilter({ zh: '日期', en: 'Dates' }),
  account: textFilter(operationColumnWords.account, { max: 32, note: { zh: '登录名的一部分。', en: 'Part of the account.' } }),
  action: textFilter(operationColumnWords.action, {
    max: 60,
    note: { zh: '调用路径的一部分，或其中文、英文名称的一部分。', en: 'Part of the path of a call, or of its name in either language.' },
  }),
  target: textFilter(operationColumnWords.target, {
    note: {
      zh: '对象的类型，或其名称的一部分；类型#编号 指一个对象，如 post#12。',
      en: 'Type of the object, or part of its name; type#id is one object, as post#12.',
    },
  }),
  result: choiceFilter(operationColumnWords.result, { values: operationResults, words: operationResultWords }),
  id: referenceFilter({ zh: '日志编号', en: 'Log entry' }),
};
