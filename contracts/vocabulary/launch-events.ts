import type { Words, WordsOf } from './vocabulary.ts';

/** The events of launched objects. */
export const eventKinds = [
  'publish',
  'copy',
  'open',
  'close',
  'remove',
  'archive',
  'budget',
  'bid',
  'rename',
  'edit',
  'review',
  'appeal',
  'transfer',
] as const;
export type EventKind = (typeof eventKinds)[number];
export const eventWords: WordsOf<EventKind> = {
  publish: { zh: '发布', en: 'Published' },
  copy: { zh: '复制', en: 'Copied' },
  open: { zh: '开启', en: 'Turned on' },
  close: { zh: '关闭', en: 'Turned off' },
  remove: { zh: '删除', en: 'Deleted' },
  archive: { zh: '归档', en: 'Archived' },
  budget: { zh: '改预算', en: 'Budget changed' },
  bid: { zh: '改出价', en: 'Bid changed' },
  rename: { zh: '重命名', en: 'Renamed' },
  edit: { zh: '编辑', en: 'Edited' },
  review: { zh: '审核', en: 'Reviewed' },
  appeal: { zh: '申诉', en: 'Appealed' },
  transfer: { zh: '移交', en: 'Transferred' },
};

export const actorTypes = ['user', 'rule', 'cron', 'platform', 'super'] as const;
export type ActorType = (typeof actorTypes)[number];
export const actorWords: WordsOf<ActorType> = {
  user: { zh: '人工', en: 'Person' },
  rule: { zh: '规则', en: 'Rule' },
  cron: { zh: '定时任务', en: 'Schedule' },
  platform: { zh: '平台', en: 'Platform' },
  super: { zh: '超级管理员', en: 'Super admin' },
};
/** The API description of the kinds of actors. */
export const actorTypeNote: Words = {
  zh: 'user 人；rule 托管规则；cron 定时任务；platform 在平台自己的工具里做的；super 超级管理员。',
  en: 'user: a person; rule: a rule; cron: a scheduled job; platform: done in a tool of the platform; super: the super administrator.',
};

/** The kinds of actors that turn objects off. */
export const closers = ['user', 'rule', 'platform', 'super'] as const;
