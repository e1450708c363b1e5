import type { Words } from '#contracts/vocabulary/vocabulary.ts';

/** Provider states of the home page. */
export interface HomeSituations {
  'somebody was told of a batch': { id: number; user_id: number; read: boolean };
}

type Meanings = {
  readonly [N in keyof HomeSituations]: {
    readonly meaning: Words;
    readonly params: { readonly [P in keyof HomeSituations[N]]: Words };
  };
};

export const homeMeanings: Meanings = {
  'somebody was told of a batch': {
    meaning: {
      zh: '有一条提醒：级别 warn，批次“关闭 40 个广告系列”已结束，共 40 个，成功 37，失败 3，未知 0；链接 /advertising/copy-log?keyword=900。',
      en: 'There is an alert of level warn: the batch 关闭 40 个广告系列 ended, 40 in all, 37 succeeded, 3 failed, 0 unknown; link /advertising/copy-log?keyword=900.',
    },
    params: {
      id: { zh: '提醒的编号。', en: 'Id of the alert.' },
      user_id: { zh: '收到的人，已存在。', en: 'Who was told, and exists.' },
      read: { zh: '已读。', en: 'It was read.' },
    },
  },
};
