import type { Words } from '#contracts/vocabulary/vocabulary.ts';

/** Provider states of schemes and publishes. */
export interface PublishSituations {
  'a scheme exists': {
    id: number;
    name: string;
    version: number;
    status: 'draft' | 'enabled' | 'disabled';
    site_id: number;
    homepage_id: number;
    source: 'material' | 'post';
    owner: number;
  };
  'an unfinished scheme exists': { id: number; name: string; owner: number };
  'a scheme has a second version': { id: number; budget_usd: number };
  'an ad account has an audience': { ad_account_id: number; platform_audience_id: string; name: string };
  'a publish was planned': {
    id: string;
    scheme_id: number;
    ad_account_id: number;
    drama_id: number;
    material_id: number;
    is_too_old: boolean;
  };
  'a publish was ordered': { batch_id: number; scheme_id: number; has_ended: boolean };
  'a publish has failed': { batch_id: number; item_id: number; scheme_id: number; ad_account_id: number; homepage_id: number };
  'an ad set of a publish has failed': { batch_id: number; item_id: number; scheme_id: number; ad_account_id: number; pixel_id: number };
}

type Meanings = {
  readonly [N in keyof PublishSituations]: {
    readonly meaning: Words;
    readonly params: { readonly [P in keyof PublishSituations[N]]: Words };
  };
};

const schemeId: Words = { zh: '方案，已存在。', en: 'The scheme, which exists.' };

export const publishMeanings: Meanings = {
  'a scheme exists': {
    meaning: {
      zh: '有一个短剧方案，平台 meta，仅所有者可见，没有备注，从未发布，只有版本 1，2026-11-20 08:00 UTC 创建。内容：目标 OUTCOME_TRAFFIC，优化 LINK_CLICKS，按展示计费，归因 7d_click；系列日预算 50.00 美元，最低成本；国家 US，18 至 65 岁，不分性别、语言与系统，自动版位，兴趣 6003 Drama，排除付费者；立即开始；每账户 1 系列 1 组 1 广告，按广告分配，空系列保留；正文“她回来了”，按钮 WATCH_MORE；站点默认像素，固定主页，按内容取落地页；名称模板 {content}-{country}、{country}、{material}；上线为 ACTIVE。',
      en: 'There is a scheme for short dramas on meta, private, without remark, never published, with version 1 alone, made on 2026-11-20 at 08:00 UTC. It says: objective OUTCOME_TRAFFIC, goal LINK_CLICKS, billed by impressions, attribution 7d_click; 50.00 USD a day on the campaign, lowest cost; country US, age 18 to 65, any gender, language and system, automatic placements, interest 6003 Drama, without payers; starting now; 1 campaign, 1 group, 1 ad an account, split by ad, empty campaigns kept; text 她回来了, button WATCH_MORE; default pixel of the site, fixed page, landing pages by content; names {content}-{country}, {country}, {material}; ACTIVE.',
    },
    params: {
      id: { zh: '编号。', en: 'Its id.' },
      name: { zh: '名称。', en: 'Its name.' },
      version: { zh: '乐观锁的版本。', en: 'Of the optimistic lock.' },
      status: { zh: '状态。', en: 'Its status.' },
      site_id: { zh: '站点，已存在。', en: 'Its site, which exists.' },
      homepage_id: { zh: '主页，已存在。', en: 'Its Page, which exists.' },
      source: { zh: '创意来源：素材，或帖子。', en: 'What its creatives are: creatives, or posts.' },
      owner: { zh: '所有者，已存在。', en: 'Its owner, who exists.' },
    },
  },
  'an unfinished scheme exists': {
    meaning: {
      zh: '有一个没填完的短剧方案草稿，其余与“有一个方案”相同，但预算、国家、每组的广告数、正文、站点、主页与广告的名称模板都还没有；乐观锁的版本为 2。',
      en: 'There is a draft of a scheme for short dramas that is unfinished: as a scheme that exists, but yet without budget, countries, ads of a group, texts, site, Pages and the name of ads; version 2 of the optimistic lock.',
    },
    params: {
      id: { zh: '编号。', en: 'Its id.' },
      name: { zh: '名称。', en: 'Its name.' },
      owner: { zh: '所有者，已存在。', en: 'Its owner, who exists.' },
    },
  },
  'a scheme has a second version': {
    meaning: {
      zh: '方案有版本 2，是现在的版本，与版本 1 只有预算不同。',
      en: 'The scheme has version 2, which is its current one and differs from version 1 in its budget only.',
    },
    params: { id: schemeId, budget_usd: { zh: '版本 2 的预算，美分。', en: 'Budget of version 2, in US cents.' } },
  },
  'an ad account has an audience': {
    meaning: {
      zh: '广告账户可以用这个自定义人群，约 12000 人，可以投放。',
      en: 'The ad account may use this custom audience of about 12000 people, to whom ads can be shown.',
    },
    params: {
      ad_account_id: { zh: '广告账户，已存在。', en: 'The ad account, which exists.' },
      platform_audience_id: { zh: '平台上的编号。', en: 'Its number on the platform.' },
      name: { zh: '名称。', en: 'Its name.' },
    },
  },
  'a publish was planned': {
    meaning: {
      zh: '登录的人预览过一次发布，此后没有变化，还没有提交。',
      en: 'Whoever is logged in previewed a publish; nothing has changed since, and it was not submitted.',
    },
    params: {
      id: { zh: '预览的编号。', en: 'Id of the plan.' },
      scheme_id: schemeId,
      ad_account_id: { zh: '广告账户，已存在。', en: 'The ad account, which exists.' },
      drama_id: { zh: '剧目，已存在。', en: 'The drama, which exists.' },
      material_id: { zh: '素材，已存在。', en: 'The creative, which exists.' },
      is_too_old: { zh: '预览已经过期。', en: 'It is too old to be submitted.' },
    },
  },
  'a publish was ordered': {
    meaning: {
      zh: '登录的人用方案的版本 1 发布过：1 个账户，1 条广告，每日预算 50.00 美元；已结束的全部成功，否则正由另一台服务器执行。',
      en: 'Whoever is logged in published version 1 of the scheme: 1 account, 1 ad, 50.00 USD a day. One that has ended succeeded; otherwise another server works on it.',
    },
    params: {
      batch_id: { zh: '批次的编号。', en: 'Id of the batch.' },
      scheme_id: schemeId,
      has_ended: { zh: '已经结束。', en: 'It has ended.' },
    },
  },
  'a publish has failed': {
    meaning: {
      zh: '登录的人用方案的版本 1 发布过 1 条广告，因主页不可用而失败，可以重试。',
      en: 'The signed-in user published 1 ad of version 1 of the scheme. It failed because its page cannot be used, and may be retried.',
    },
    params: {
      batch_id: { zh: '批次的编号。', en: 'Id of the batch.' },
      item_id: { zh: '失败结果的编号。', en: 'Id of the failed result.' },
      scheme_id: schemeId,
      ad_account_id: { zh: '广告账户，已存在。', en: 'The ad account, which exists.' },
      homepage_id: { zh: '失败的广告所用的主页，已存在。', en: 'The page of the failed ad, which exists.' },
    },
  },
  'an ad set of a publish has failed': {
    meaning: {
      zh: '登录的人用方案的版本 1 发布过 1 个广告组，竞价策略 COST_CAP，日预算 50.00 美元（至少 5.00 美元），因像素未共享给账户而失败，可以重试。',
      en: 'The signed-in user published 1 ad set of version 1 of the scheme, with the bid strategy COST_CAP and 50.00 USD a day, of at least 5.00 USD. It failed because its pixel is not shared with the account, and may be retried.',
    },
    params: {
      batch_id: { zh: '批次的编号。', en: 'Id of the batch.' },
      item_id: { zh: '失败结果的编号。', en: 'Id of the failed result.' },
      scheme_id: schemeId,
      ad_account_id: { zh: '广告账户，已存在。', en: 'The ad account, which exists.' },
      pixel_id: { zh: '失败的广告组所用的像素，已存在。', en: 'The pixel of the failed ad set, which exists.' },
    },
  },
};
