import type { Words } from './vocabulary.ts';

export const alertLevels = ['info', 'warn', 'error'] as const;
export type AlertLevel = (typeof alertLevels)[number];

export const alertLevelWords: Readonly<Record<AlertLevel, Words>> = {
  info: { zh: '通知', en: 'Notice' },
  warn: { zh: '注意', en: 'Warning' },
  error: { zh: '错误', en: 'Error' },
};

export const alertKinds = [
  'token_expiring',
  'token_expired',
  'account_disabled',
  'ad_disapproved',
  'batch_done',
  'rule_hit',
  'pixel_silent',
  'budget_cap',
  'copyright_expiring',
  'copyright_ended',
  'spend_stopped',
  'spend_racing',
  'spend_without_orders',
  'emergency_closed',
  'posts_lost',
  'cron_failed',
] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alertKindWords: Readonly<Record<AlertKind, Words>> = {
  token_expiring: { zh: '授权即将到期', en: 'Authorisation expires soon' },
  token_expired: { zh: '授权已失效', en: 'Authorisation lost' },
  account_disabled: { zh: '广告账户异常', en: 'Ad account cannot deliver' },
  ad_disapproved: { zh: '广告审核未通过', en: 'Ad rejected' },
  batch_done: { zh: '批次已结束', en: 'Batch finished' },
  rule_hit: { zh: '规则已触发', en: 'Rule applied' },
  pixel_silent: { zh: '像素静默', en: 'Pixel without events' },
  budget_cap: { zh: '达到限额', en: 'Cap reached' },
  copyright_expiring: { zh: '版权即将到期', en: 'Copyright ends soon' },
  copyright_ended: { zh: '版权已到期', en: 'Copyright ended' },
  spend_stopped: { zh: '消耗骤停', en: 'Spend stopped' },
  spend_racing: { zh: '消耗激增', en: 'Spend far above usual' },
  spend_without_orders: { zh: '有消耗无订单', en: 'Spend without orders' },
  emergency_closed: { zh: '紧急关闭', en: 'Emergency turn-off' },
  posts_lost: { zh: '帖子已从平台消失', en: 'Posts gone from the platform' },
  cron_failed: { zh: '定时任务失败', en: 'Scheduled task failed' },
};

/** Things that alerts of one incident are about. */
export const incidentSubjects = ['authorisation', 'ad_account', 'pixel', 'policy'] as const;
export type IncidentSubject = (typeof incidentSubjects)[number];

/** Message formats of alert delivery; `json` is our own. */
export const alertTargetFormats = ['feishu', 'dingtalk', 'wecom', 'slack', 'json'] as const;
export type AlertTargetFormat = (typeof alertTargetFormats)[number];

export const alertTargetFormatWords: Readonly<Record<AlertTargetFormat, Words>> = {
  feishu: { zh: '飞书', en: 'Feishu' },
  dingtalk: { zh: '钉钉', en: 'DingTalk' },
  wecom: { zh: '企业微信', en: 'WeCom' },
  slack: { zh: 'Slack', en: 'Slack' },
  json: { zh: 'JSON', en: 'JSON' },
};

/** Formats whose requests are signed with a secret; the others identify the sender by the address alone. */
export const signedFormats: readonly AlertTargetFormat[] = ['feishu', 'dingtalk', 'json'];

export const alertTargetLanguages = ['zh', 'en'] as const;

/** Why a message was not delivered. */
export const deliveryProblems = [
  'private_address',
  'unknown_host',
  'unreachable',
  'insecure',
  'timeout',
  'redirected',
  'wrong_address',
  'wrong_signature',
  'missing_keyword',
  'sender_refused',
  'rate_limited',
  'receiver_failed',
  'refused',
] as const;
export type DeliveryProblem = (typeof deliveryProblems)[number];
