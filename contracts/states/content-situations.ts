import type { Words } from '#contracts/vocabulary/vocabulary.ts';

/** Provider states of dramas, products and materials. */
export interface ContentSituations {
  'a drama exists': { id: number; code: string; title: string; version: number; copyright_until: string | null; status: 'on' | 'off' };
  'a drama is evaluated': { id: number; drama_id: number; version: number; owner: number };
  'an evaluation of a drama was decided': {
    id: number;
    drama_id: number;
    version: number;
    owner: number;
    decision: 'scale' | 'stop';
    note: string;
  };
  'a product exists': {
    id: number;
    sku: string;
    name: string;
    version: number;
    status: 'on' | 'off';
    site: { id: number; name: string; domain: string };
  };
  'a material exists': {
    id: number;
    code: string;
    title: string;
    version: number;
    status: 'ready' | 'failed' | 'blocked';
    biz: 'dj' | 'ec';
    content_id: number;
    owner: number;
    parent_material_id: number | null;
  };
  'a material is in an ad account': { material_id: number; ad_account_id: number };
  'a month of an editor was settled': { creator_id: number; month: string; spend_usd: number; roi_d0: number };
}

type Meanings = {
  readonly [N in keyof ContentSituations]: {
    readonly meaning: Words;
    readonly params: { readonly [P in keyof ContentSituations[N]]: Words };
  };
};

const id: Words = { zh: '编号。', en: 'Its id.' };
const version: Words = { zh: '乐观锁的版本。', en: 'Of the optimistic lock.' };

export const contentMeanings: Meanings = {
  'a drama exists': {
    meaning: {
      zh: '有一部短剧：语言 en，题材 romance，80 集，免费 10 集，金币收费，新剧，目标 6000，2026-11-01 上线，没有英文名和封面，没有素材。',
      en: 'There is a drama: language en, genre romance, 80 episodes of which 10 are free, paid by coins, new, target 6000, online since 2026-11-01, without English title, cover and creatives.',
    },
    params: {
      id,
      code: { zh: '编号文字。', en: 'Its code.' },
      title: { zh: '剧名。', en: 'Its title.' },
      version,
      copyright_until: { zh: '版权到期日。', en: 'The last day of its copyright.' },
      status: { zh: '是否上架。', en: 'Whether it is on.' },
    },
  },
  'a drama is evaluated': {
    meaning: {
      zh: '该剧处于测试阶段，有一轮未决策的评估（此前没有其他轮次则为第一轮）：2026-11-10 起，没有结束日期，测试预算 1000 美元，最低消耗 300 美元，阈值 0.6、4.5%、40 美元、1.2%、30%，数据不足，未决策。',
      en: 'The drama is being tested, in an open round, its first unless an earlier state has set up others: from 2026-11-10 without a last day, test budget 1000 USD, minimum spend 300 USD, thresholds 0.6, 4.5 %, 40 USD, 1.2 % and 30 %, not enough data, nothing decided.',
    },
    params: {
      id,
      drama_id: { zh: '短剧的编号，前面的状态已建立。', en: 'The drama, which an earlier state has set up.' },
      version,
      owner: { zh: '负责人的编号。', en: 'Its owner.' },
    },
  },
  'an evaluation of a drama was decided': {
    meaning: {
      zh: '该剧的一轮评估已由负责人决策：2026-11-10 到 2026-11-16，其余与未决策的评估相同；放量后剧目处于放量阶段，停止后处于停止阶段。',
      en: 'The owner has decided a round of the drama, from 2026-11-10 to 2026-11-16 and otherwise like an open round; the drama is scaling after scale, and stopped after stop.',
    },
    params: {
      id,
      drama_id: { zh: '短剧的编号，前面的状态已建立。', en: 'The drama, which an earlier state has set up.' },
      version,
      owner: { zh: '负责人的编号，也是决策人。', en: 'Its owner, who decided it.' },
      decision: { zh: '决策。', en: 'The decision.' },
      note: { zh: '决策的说明。', en: 'The note of the decision.' },
    },
  },
  'a product exists': {
    meaning: {
      zh: '有一个电商站点，及其上的一个商品：价格 19.99 USD，链接是站点域名加 /goods，没有封面和素材。',
      en: 'There is a site of e-commerce and a product on it: 19.99 USD, its link the domain of the site and /goods, without cover and creatives.',
    },
    params: {
      id,
      sku: { zh: '货号。', en: 'Its SKU.' },
      name: { zh: '名称。', en: 'Its name.' },
      version,
      status: { zh: '是否上架。', en: 'Whether it is on.' },
      site: { zh: '站点的编号、名称、域名；不存在时建立。', en: 'Id, name and domain of the site; made where it does not exist.' },
    },
  },
  'a material exists': {
    meaning: {
      zh: '有一个素材：视频，1080×1920，9:16，30 秒，语言 en，标签“甜宠”，部门可见，有封面，未使用过，没有同步到账户。失败的没有封面和读出的内容，原因是 BROKEN。',
      en: 'There is a creative: a video of 1080 by 1920, 9:16, 30 s, language en, tag 甜宠, for the department, with a cover, never used, in no account. One that failed has no cover and no facts, and the reason BROKEN.',
    },
    params: {
      id,
      code: { zh: '编号文字。', en: 'Its code.' },
      title: { zh: '标题。', en: 'Its title.' },
      version,
      status: { zh: '状态。', en: 'Its state.' },
      biz: { zh: '业务线。', en: 'Its business line.' },
      content_id: { zh: '剧目或商品的编号，前面的状态已建立。', en: 'Of its drama or product, which an earlier state has set up.' },
      owner: { zh: '剪辑师、上传人和负责人，已存在。', en: 'Who made, uploaded and owns it, and exists.' },
      parent_material_id: {
        zh: '由哪个素材改编，已存在；没有时为 null。',
        en: 'What it was cut from, which exists; null where it was cut from nothing.',
      },
    },
  },
  'a material is in an ad account': {
    meaning: { zh: '素材已同步到这个账户，可以使用。', en: 'The account has a copy of the creative, ready to be used.' },
    params: {
      material_id: { zh: '素材的编号，已存在。', en: 'Of the creative, which exists.' },
      ad_account_id: { zh: '广告账户的编号，已存在。', en: 'Of the ad account, which exists.' },
    },
  },
  'a month of an editor was settled': {
    meaning: {
      zh: '剪辑师的一个月在短剧业务线已结算：上传 4、使用 3、爆款 1，收入与消耗相同；没有这个月的其他数据。',
      en: 'A month of an editor was settled for short dramas: 4 uploaded, 3 used, 1 hit, and as much revenue as spend; there are no other figures of that month.',
    },
    params: {
      creator_id: { zh: '剪辑师的编号，已存在。', en: 'The editor, who exists.' },
      month: { zh: '月份 YYYY-MM，在过去的一年。', en: 'The month, YYYY-MM, of a past year.' },
      spend_usd: { zh: '消耗，美分。', en: 'The spend in US cents.' },
      roi_d0: { zh: '首日 ROI。', en: 'The D0 ROI.' },
    },
  },
};
