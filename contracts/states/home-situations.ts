import type { Words } from '#contracts/vocabulary/vocabulary.ts';

/** Provider states of the home page. */
export interface HomeSituations {
  'somebody was told of a batch': { id: number; user_id: number; read: boolean };
  'an authorisation was lost': { id: number; alert_id: number; user_id: number; name: string; closed: boolean };
  'a delivery target exists': { id: number; user_id: number; name: string; private: boolean };
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
  'an authorisation was lost': {
    meaning: {
      zh: '有一个事件：授权失效，级别 error；其中有一条提醒，级别 error，未读。',
      en: 'There is an incident of level error: an authorisation was lost. One unread alert of level error belongs to it.',
    },
    params: {
      id: { zh: '事件的编号。', en: 'Id of the incident.' },
      alert_id: { zh: '提醒的编号。', en: 'Id of the alert.' },
      user_id: { zh: '收到提醒的用户，已存在。', en: 'The user who got the alert, and exists.' },
      name: { zh: '授权人的名称。', en: 'Name of the personal account.' },
      closed: { zh: '事件已结束。', en: 'The incident is closed.' },
    },
  },
  'a delivery target exists': {
    meaning: {
      zh: '用户有一个启用的推送目标：JSON 格式，中文，级别 warn 与 error，全部种类，22:00 至 08:00 免打扰但错误除外，设有密钥，尚未发送过。',
      en: 'The user has a delivery target that is on: JSON in Chinese, levels warn and error, all kinds, quiet from 22:00 to 08:00 but for errors, with a secret, and without a message so far.',
    },
    params: {
      id: { zh: '目标的编号。', en: 'Id of the target.' },
      user_id: { zh: '主人，已存在。', en: 'Its owner, who exists.' },
      name: { zh: '名称。', en: 'Its name.' },
      private: {
        zh: '地址在服务器不允许发送的内网中：https://10.0.0.8/hook；否则为 https://alerts.example.com/hook。',
        en: 'Its address is https://10.0.0.8/hook, in a private network where the server must not send; otherwise https://alerts.example.com/hook.',
      },
    },
  },
};
