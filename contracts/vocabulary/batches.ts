import {
  choiceFilter,
  columnKeys,
  firstDayFilter,
  keywordFilter,
  lastDayFilter,
  markFilter,
  referenceFilter,
  severalFilter,
  type Words,
  type WordsOf,
} from './vocabulary.ts';

/** The action types of batches, in the order in which they are offered. */
export const batchTypes = [
  'user_role',
  'user_status',
  'user_delete',
  'user_import',
  'asset_bind',
  'asset_sync',
  'asset_check',
  'asset_share',
  'asset_unbind',
  'asset_status',
  'assign',
  'landing_create',
  'landing_status',
  'material_sync',
  'material_edit',
  'material_delete',
  'product_import',
  'post_create',
  'post_sync',
  'post_delete',
  'publish',
  'copy',
  'status',
  'emergency_close',
  'budget',
  'bid',
  'rename',
  'appeal',
  'group_edit',
  'remove',
  'schedule',
  'transfer',
] as const;
export type BatchTypeName = (typeof batchTypes)[number];

/** What can be changed in failed objects before they are retried. */
export const batchRemedies = ['homepage', 'pixel', 'budget'] as const;
export type BatchRemedy = (typeof batchRemedies)[number];

export const batchTypeWords: WordsOf<BatchTypeName> = {
  user_role: { zh: '设置角色', en: 'Set roles' },
  user_status: { zh: '启停账号', en: 'Enable or disable accounts' },
  user_delete: { zh: '删除账号', en: 'Delete accounts' },
  user_import: { zh: '导入账号', en: 'Import accounts' },
  asset_bind: { zh: '导入资产', en: 'Import assets' },
  asset_sync: { zh: '同步资产', en: 'Sync assets' },
  asset_check: { zh: '检测授权', en: 'Check authorisations' },
  asset_share: { zh: '共享像素', en: 'Share pixel' },
  asset_unbind: { zh: '解绑资产', en: 'Unlink assets' },
  asset_status: { zh: '启停资产', en: 'Enable or disable assets' },
  assign: { zh: '分配资产', en: 'Assign assets' },
  landing_create: { zh: '生成落地页', en: 'Create landing pages' },
  landing_status: { zh: '落地页上下线', en: 'Put landing pages online or offline' },
  material_sync: { zh: '同步素材到账户', en: 'Sync creatives to accounts' },
  material_edit: { zh: '修改素材', en: 'Edit creatives' },
  material_delete: { zh: '删除素材', en: 'Delete creatives' },
  product_import: { zh: '导入商品', en: 'Import products' },
  post_create: { zh: '创建帖子', en: 'Create posts' },
  post_sync: { zh: '同步帖子', en: 'Sync posts' },
  post_delete: { zh: '删除帖子', en: 'Delete posts' },
  publish: { zh: '发布广告', en: 'Publish ads' },
  copy: { zh: '复制广告', en: 'Copy ads' },
  status: { zh: '启停广告', en: 'Turn ads on or off' },
  emergency_close: { zh: '紧急关闭', en: 'Emergency turn-off' },
  budget: { zh: '改预算', en: 'Change budgets' },
  bid: { zh: '改出价', en: 'Change bids' },
  rename: { zh: '重命名广告', en: 'Rename ads' },
  appeal: { zh: '申诉', en: 'Appeal rejections' },
  group_edit: { zh: '编辑广告组', en: 'Edit ad sets' },
  remove: { zh: '删除广告', en: 'Delete ads' },
  schedule: { zh: '定时开关', en: 'Schedule ads' },
  transfer: { zh: '移交广告系列', en: 'Transfer campaigns' },
};

const otherType: Words = { zh: '其他操作', en: 'Other' };

/** The label of a type; a type of a newer version has none. */
export const wordsOfBatchType = (type: string): Words => new Map<string, Words>(Object.entries(batchTypeWords)).get(type) ?? otherType;

export const batchStatuses = ['pending', 'running', 'succeeded', 'partial', 'failed', 'canceled'] as const;
export type BatchStatus = (typeof batchStatuses)[number];
export const batchStatusWords: WordsOf<BatchStatus> = {
  pending: { zh: '等待中', en: 'Waiting' },
  running: { zh: '进行中', en: 'Running' },
  succeeded: { zh: '成功', en: 'Succeeded' },
  partial: { zh: '部分成功', en: 'Partially succeeded' },
  failed: { zh: '失败', en: 'Failed' },
  canceled: { zh: '已取消', en: 'Cancelled' },
};

export const itemStatuses = ['pending', 'running', 'succeeded', 'failed', 'unknown', 'skipped', 'canceled'] as const;
export type ItemStatus = (typeof itemStatuses)[number];
export const itemStatusWords: WordsOf<ItemStatus> = {
  pending: { zh: '等待中', en: 'Waiting' },
  running: { zh: '执行中', en: 'Running' },
  succeeded: { zh: '成功', en: 'Succeeded' },
  failed: { zh: '失败', en: 'Failed' },
  unknown: { zh: '结果确认中', en: 'Confirming result' },
  skipped: { zh: '跳过', en: 'Skipped' },
  canceled: { zh: '已取消', en: 'Cancelled' },
};

export const batchSortable = ['created_at', 'status'] as const;
export const batchItemSortable = ['seq', 'status', 'finished_at'] as const;

/** The counted results of objects. */
export const batchCountWords = {
  ok: { zh: '成功', en: 'Succeeded' },
  fail: { zh: '失败', en: 'Failed' },
  skip: { zh: '跳过', en: 'Skipped' },
  unknown: { zh: '未知', en: 'Unknown' },
  canceled: { zh: '取消', en: 'Cancelled' },
} satisfies Record<string, Words>;

export const batchColumnWords = {
  id: { zh: '批次', en: 'Batch' },
  type: { zh: '类型', en: 'Type' },
  level: { zh: '层级', en: 'Level' },
  origin: { zh: '来源', en: 'Origin' },
  user: { zh: '操作人', en: 'By' },
  status: { zh: '状态', en: 'Status' },
  summary: { zh: '参数摘要', en: 'Request' },
  total: { zh: '总数', en: 'Objects' },
  done: { zh: '已完成', en: 'Done' },
  ...batchCountWords,
  created_at: { zh: '创建时间', en: 'Created' },
  started_at: { zh: '开始时间', en: 'Started' },
  finished_at: { zh: '结束时间', en: 'Finished' },
} satisfies Record<string, Words>;
export const batchExportColumns = columnKeys(batchColumnWords);

export const batchItemColumnWords = {
  seq: { zh: '序号', en: 'No.' },
  target_type: { zh: '对象类型', en: 'Object type' },
  target_id: { zh: '对象编号', en: 'Object ID' },
  label: { zh: '对象', en: 'Object' },
  status: { zh: '结果', en: 'Result' },
  code: { zh: '代码', en: 'Code' },
  reason: { zh: '原因代码', en: 'Reason code' },
  text: { zh: '原因', en: 'Reason' },
  platform_code: { zh: '平台代码', en: 'Platform code' },
  platform_subcode: { zh: '平台子代码', en: 'Platform subcode' },
  attempt: { zh: '执行次数', en: 'Attempts' },
  before: { zh: '变更前', en: 'Before' },
  after: { zh: '变更后', en: 'After' },
  started_at: { zh: '开始时间', en: 'Started' },
  finished_at: { zh: '完成时间', en: 'Finished' },
} satisfies Record<string, Words>;
export const batchItemExportColumns = columnKeys(batchItemColumnWords);

/** Who ordered a batch: a user on a page, a rule, or a scheduled task. */
export const batchOrigins = ['user', 'rule', 'cron'] as const;
export const batchOriginWords: WordsOf<(typeof batchOrigins)[number]> = {
  user: { zh: '人工', en: 'People' },
  rule: { zh: '规则', en: 'Rules' },
  cron: { zh: '定时', en: 'Scheduled tasks' },
};

export const batchFilters = {
  keyword: keywordFilter(
    { zh: '批次号或对象', en: 'Batch ID or object' },
    { zh: '批次的编号，或其中某个对象名称的一部分。', en: 'The id of a batch, or part of the name of one of its objects.' },
  ),
  type: severalFilter(batchColumnWords.type, { values: batchTypes, words: batchTypeWords }),
  status: choiceFilter(batchColumnWords.status, { values: batchStatuses, words: batchStatusWords }),
  user_id: referenceFilter(batchColumnWords.user),
  ad_account_id: referenceFilter({ zh: '广告账户', en: 'Ad account' }),
  origin: choiceFilter(batchColumnWords.origin, { values: batchOrigins, words: batchOriginWords }),
  mine: markFilter(
    { zh: '范围', en: 'Scope' },
    { yes: { zh: '本人', en: 'Mine' }, note: { zh: '只要自己的。', en: 'The own ones only.' } },
  ),
  running: markFilter(
    { zh: '进度', en: 'Progress' },
    { yes: { zh: '未结束', en: 'Unfinished' }, note: { zh: '只要未结束的。', en: 'Those that have not ended.' } },
  ),
  date_from: firstDayFilter({ zh: '日期', en: 'Dates' }, { lastDay: 'date_to' }),
  date_to: lastDayFilter(
    { zh: '日期', en: 'Dates' },
    {
      zh: '日期 YYYY-MM-DD，按读者的时区，包含这一天。',
      en: 'A calendar date, YYYY-MM-DD, in the timezone of the reader; the day is included.',
    },
  ),
};

export const batchItemFilters = {
  keyword: keywordFilter(batchItemColumnWords.label),
  status: choiceFilter(batchItemColumnWords.status, { values: itemStatuses, words: itemStatusWords }),
};
