import type { Words, WordsOf } from './vocabulary.ts';

export const hostStates = ['pending', 'hosting', 'paused', 'ended'] as const;
export type HostState = (typeof hostStates)[number];
export const hostStateWords: WordsOf<HostState> = {
  pending: { zh: '待开始', en: 'Pending' },
  hosting: { zh: '托管中', en: 'Hosting' },
  paused: { zh: '已暂停', en: 'Paused' },
  ended: { zh: '已结束', en: 'Ended' },
};
export const hostStateNote: Words = {
  zh: 'pending 待开始，hosting 托管中，paused 已暂停，ended 已结束（不再变化）。',
  en: 'pending: not started; hosting; paused; ended, which is final.',
};

/** What rules may do in the account. */
export const autoLevels = ['off', 'suggest', 'auto'] as const;
export type AutoLevel = (typeof autoLevels)[number];
export const autoLevelWords: WordsOf<AutoLevel> = {
  off: { zh: '关闭', en: 'Off' },
  suggest: { zh: '仅建议', en: 'Suggest' },
  auto: { zh: '自动', en: 'Automatic' },
};
export const autoLevelNote: Words = {
  zh: 'off 规则不动作；suggest 只给建议，等人确认；auto 自动执行。',
  en: 'off: rules do nothing; suggest: rules propose and people confirm; auto: rules act.',
};
