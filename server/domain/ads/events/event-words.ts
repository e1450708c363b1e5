import type { ActorType, EventKind } from '#contracts/endpoints/ad-events.ts';
import type { EffectiveStatus } from '#contracts/endpoints/ad-filters.ts';
import type { EntityLevel } from '#server/database/schema-launches.ts';
import type { Words } from '../../spreadsheet/index.ts';

export const actorWords: Readonly<Record<ActorType, Words>> = {
  user: { zh: '人工', en: 'Person' },
  rule: { zh: '规则', en: 'Rule' },
  cron: { zh: '定时', en: 'Schedule' },
  platform: { zh: '平台', en: 'Channel' },
  super: { zh: '超级管理员', en: 'Super administrator' },
};

export const eventWords: Readonly<Record<EventKind, Words>> = {
  publish: { zh: '发布', en: 'Published' },
  copy: { zh: '复制', en: 'Copied' },
  open: { zh: '开启', en: 'Opened' },
  close: { zh: '关闭', en: 'Closed' },
  remove: { zh: '删除', en: 'Deleted' },
  archive: { zh: '归档', en: 'Archived' },
  budget: { zh: '改预算', en: 'Budget changed' },
  bid: { zh: '改出价', en: 'Bid changed' },
  rename: { zh: '重命名', en: 'Renamed' },
  review: { zh: '审核', en: 'Reviewed' },
  transfer: { zh: '移交', en: 'Handed over' },
};

export const levelTitles: Readonly<Record<EntityLevel, Words>> = {
  campaign: { zh: '广告系列', en: 'Campaign' },
  ad_group: { zh: '广告组', en: 'Ad group' },
  ad: { zh: '广告', en: 'Ad' },
};

export const effectiveWords: Readonly<Record<EffectiveStatus, Words>> = {
  ACTIVE: { zh: '投放中', en: 'Active' },
  PAUSED: { zh: '已暂停', en: 'Paused' },
  ADS_OFF: { zh: '广告已关闭', en: 'Ads off' },
  CAMPAIGN_PAUSED: { zh: '系列暂停', en: 'Campaign paused' },
  ADSET_PAUSED: { zh: '组暂停', en: 'Ad group paused' },
  COMPLETED: { zh: '已结束', en: 'Completed' },
  ARCHIVED: { zh: '已归档', en: 'Archived' },
  PENDING_REVIEW: { zh: '审核中', en: 'In review' },
  IN_PROCESS: { zh: '处理中', en: 'In process' },
  SCHEDULED: { zh: '待开始', en: 'Scheduled' },
  WITH_ISSUES: { zh: '有问题', en: 'With issues' },
  MISSING: { zh: '平台丢失', en: 'Gone on the channel' },
  DISAPPROVED: { zh: '审核拒绝', en: 'Rejected' },
  ACCOUNT_BLOCKED: { zh: '账户异常', en: 'Account blocked' },
  DELETED: { zh: '已删除', en: 'Deleted' },
};
