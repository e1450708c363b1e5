import type { BatchAgain } from '#contracts/endpoints/batch-detail.ts';
import type { Words } from '#contracts/vocabulary/vocabulary.ts';

/** Provider states of campaigns, ad groups and ads. */
export interface LaunchSituations {
  'a campaign with a group and an ad exists': {
    id: number;
    ad_group_id: number;
    ad_id: number;
    name: string;
    version: number;
    status: 'ACTIVE' | 'PAUSED' | 'DELETED';
    ad_account_id: number;
    drama_id: number;
    owner: number;
  };
  'a campaign spent': { id: number; days_ago: number; spend_usd: number; revenue_usd: number };
  'an ad grew tired': { campaign_id: number };
  'an order of a campaign was paid': {
    id: number;
    campaign_id: number;
    site_id: number;
    order_no: string;
    user_key: string;
    amount_usd: number;
  };
  'an order was paid at another time': { order_id: number; paid_at: string };
  'the payer of an order is known': { order_id: number };
  'a campaign was published from a scheme': {
    id: number;
    scheme_id: number;
    pixel_id: number;
    material_id: number;
    post_id: number;
    homepage_id: number;
    landing_page_id: number;
  };
  'a campaign was copied': { id: number; from: number };
  'a campaign was listed by the channel': { id: number };
  'an ad account is behind': { id: number };
  'something happened to a campaign': {
    id: number;
    campaign_id: number;
    event: 'close' | 'remove';
    by: number | null;
    rule_id: number | null;
    reason: string;
  };
  'the ad of a campaign uses something': { id: number; landing_page_id: number | null; product_id: number | null };
  'something is scheduled for a campaign': { id: number; campaign_id: number; by: number; status: 'waiting' | 'done' };
  'nobody knows whether a campaign was closed': { batch_id: number; item_id: number; campaign_id: number };
  'something was done to launches at once': Pick<BatchAgain, 'action' | 'level' | 'values'> & { id: number; ids: readonly number[] };
}

type Meanings = {
  readonly [N in keyof LaunchSituations]: {
    readonly meaning: Words;
    readonly params: { readonly [P in keyof LaunchSituations[N]]: Words };
  };
};

const campaignId: Words = { zh: '广告系列，已存在。', en: 'The campaign, which exists.' };

export const launchMeanings: Meanings = {
  'a campaign with a group and an ad exists': {
    meaning: {
      zh: '有一个广告系列，其下一个广告组、一条广告，三者同名、同一负责人、同一版本，都在平台上，编号分别是 6001、6002、6003 加上各自的编号。系列：目标 OUTCOME_SALES，最低成本，日预算 5000，没有起止时间。组：目标 OFFSITE_CONVERSIONS，按展示计费，归因 7d_click，国家 US，没有像素与出价，学习中，12 次转化。广告：审核通过，正文“她回来了”，没有标题，行动号召按钮 WATCH_MORE，没有素材、帖子、主页与落地页。状态是系列的；已删除的连同下级一起删除，否则下级是 ACTIVE。由本系统发布，没有方案与批次，2026-11-20 08:00 UTC 创建。',
      en: 'There is a campaign with one ad set and one ad; the three share name, owner and version, and are on the platform under the numbers 6001, 6002, 6003, each followed by its id. Campaign: objective OUTCOME_SALES, lowest cost, 5000 a day, without start and end. Group: goal OFFSITE_CONVERSIONS, billed by impressions, attribution 7d_click, country US, without pixel and bid, learning with 12 conversions. Ad: approved, text 她回来了, without headline, call to action WATCH_MORE, without creative, post, Page and landing page. The status is that of the campaign; what is deleted was deleted with what is below it, else that is ACTIVE. Published here without scheme and batch, created on 2026-11-20 at 08:00 UTC.',
    },
    params: {
      id: { zh: '系列的编号。', en: 'Id of the campaign.' },
      ad_group_id: { zh: '组的编号。', en: 'Id of the group.' },
      ad_id: { zh: '广告的编号。', en: 'Id of the ad.' },
      name: { zh: '名称。', en: 'Their name.' },
      version: { zh: '乐观锁的版本。', en: 'Of the optimistic lock.' },
      status: { zh: '系列设定的状态。', en: 'Status of the campaign, as it was set.' },
      ad_account_id: { zh: '广告账户，已存在。', en: 'Their ad account, which exists.' },
      drama_id: { zh: '剧目，已存在。', en: 'Their drama, which exists.' },
      owner: { zh: '负责人，已存在。', en: 'Their owner, who exists.' },
    },
  },
  'a campaign was listed by the channel': {
    meaning: {
      zh: '平台在 2026-11-20 08:00 UTC 的同步里给出过这个系列：层级 campaign 与它的名称。',
      en: 'The platform named the campaign in the sync of 2026-11-20 at 08:00 UTC: level campaign, and its name.',
    },
    params: { id: campaignId },
  },
  'a campaign spent': {
    meaning: {
      zh: '系列的广告在账户的那一天有消耗和收入，计入它此时的素材和落地页，没有别的数据。',
      en: 'The ad of the campaign spent and earned on that day of its account, counted to the creative and landing page it has by then; nothing else is known of it.',
    },
    params: {
      id: campaignId,
      days_ago: { zh: '账户今日之前的天数，0 为今日。', en: 'Days before the current one of the account; 0 is that one.' },
      spend_usd: { zh: '消耗，美分；账户币种的消耗相同。', en: 'Spent, in US cents; as much in the currency of the account.' },
      revenue_usd: { zh: '收入，美分。', en: 'Earned, in US cents.' },
    },
  },
  'an ad grew tired': {
    meaning: {
      zh: '系列的广告在账户今日之前的四天里每天展示 2,000 次、消耗 10.00，前三天每天 60 次链接点击，第四天 20 次；计入它此时的素材。',
      en: 'The ad of the campaign was shown 2,000 times and spent 10.00 on each of the four days before the current one of its account, with 60 link clicks on each of the first three days and 20 on the fourth; counted to the creative it has by then.',
    },
    params: { campaign_id: campaignId },
  },
  'an order of a campaign was paid': {
    meaning: {
      zh: '系列的广告带来一笔已支付的首充订单，在账户的今日，美国的 iOS 用户用 Stripe 支付，获客当天；计入广告此时的剧目、素材与落地页，未回传。',
      en: 'The ad of the campaign brought a first order, paid on the current day of its account with Stripe by a user of iOS in the US on the day of the acquisition; it counts to the drama, creative and landing page the ad has by then, and was not sent to the pixel.',
    },
    params: {
      id: { zh: '订单的编号。', en: 'Id of the order.' },
      campaign_id: campaignId,
      site_id: { zh: '站点，已存在。', en: 'Its site, which exists.' },
      order_no: { zh: '订单号。', en: 'Number of the order.' },
      user_key: { zh: '付费用户。', en: 'Who paid.' },
      amount_usd: { zh: '金额，美分。', en: 'Its amount, in US cents.' },
    },
  },
  'an order was paid at another time': {
    meaning: {
      zh: '订单不在今日，而是在这一刻下单并支付；它的支付日、业务日期和获客日期都随之改变。站点自己的统计里没有它。',
      en: 'The order was placed and paid at that time, not today; its payment date, business date and acquisition date follow. The daily totals of the sites do not include it.',
    },
    params: {
      order_id: { zh: '订单，已存在。', en: 'The order, which exists.' },
      paid_at: { zh: '下单与支付的时刻。', en: 'When it was placed and paid.' },
    },
  },
  'the payer of an order is known': {
    meaning: {
      zh: '系统有付费用户的记录：下单时获客，不是召回，只付过这一单。',
      en: 'The payer of the order has a record: acquired when the order was placed, not won back, with this order only.',
    },
    params: { order_id: { zh: '订单，已存在。', en: 'The order, which exists.' } },
  },
  'a campaign was published from a scheme': {
    meaning: {
      zh: '系列、组与广告由方案的版本 1 发布；组与广告用这个像素，广告以主页的这个帖子展示这个素材，通向这个落地页。',
      en: 'Campaign, group and ad were published from version 1 of the scheme; group and ad have that pixel, the ad shows that creative in that post of the Page and leads to that landing page.',
    },
    params: {
      id: campaignId,
      scheme_id: { zh: '方案，已存在。', en: 'The scheme, which exists.' },
      pixel_id: { zh: '像素，已存在。', en: 'The pixel, which exists.' },
      material_id: { zh: '素材，已存在。', en: 'The creative, which exists.' },
      post_id: { zh: '帖子，已存在。', en: 'The post, which exists.' },
      homepage_id: { zh: '主页，已存在。', en: 'The Page, which exists.' },
      landing_page_id: { zh: '落地页，已存在。', en: 'The landing page, which exists.' },
    },
  },
  'a campaign was copied': {
    meaning: { zh: '系列是另一个系列的副本。', en: 'The campaign is a copy of another.' },
    params: { id: campaignId, from: { zh: '原来的系列，已存在。', en: 'The other one, which exists.' } },
  },
  'an ad account is behind': {
    meaning: {
      zh: '账户的数据最近一次在 2026-11-20 08:00 UTC 拉取成功，09:00 起一直失败。',
      en: 'The figures of the ad account were last pulled on 2026-11-20 at 08:00 UTC; since 09:00 that fails.',
    },
    params: { id: { zh: '广告账户，已存在。', en: 'The ad account, which exists.' } },
  },
  'something happened to a campaign': {
    meaning: {
      zh: '系列在 2026-11-20 08:00 UTC 被人或规则关闭或删除，当时的数字是消耗 1200 美分、2 单、ROI 0.5、首日 ROI 0.4、投放 6 小时。',
      en: 'A person or a rule closed or deleted the campaign on 2026-11-20 at 08:00 UTC, with the numbers of that moment: 1200 cents spent, 2 orders, ROI 0.5, D0 ROI 0.4, 6 hours running.',
    },
    params: {
      id: { zh: '事件的编号。', en: 'Id of the event.' },
      campaign_id: campaignId,
      event: { zh: 'close 关闭，remove 删除。', en: 'close, or remove.' },
      by: { zh: '谁做的，已存在；规则做的为 null。', en: 'Who did it, who exists; null where a rule did.' },
      rule_id: { zh: '做这件事的规则的编号；人做的为 null。', en: 'Number of the rule that did it; null where a person did.' },
      reason: { zh: '原因。', en: 'Why.' },
    },
  },
  'the ad of a campaign uses something': {
    meaning: {
      zh: '系列的广告通向这个落地页；有商品时，系列、组与广告都属于这个商品，而不是剧目，业务线是 ec。',
      en: 'The ad of the campaign leads to that landing page; with a product, campaign, group and ad are of it instead of the drama, and of business line ec.',
    },
    params: {
      id: campaignId,
      landing_page_id: { zh: '落地页，已存在；没有时为 null。', en: 'The landing page, which exists; null for none.' },
      product_id: { zh: '商品，已存在；没有时为 null。', en: 'The product, which exists; null for none.' },
    },
  },
  'something is scheduled for a campaign': {
    meaning: {
      zh: '系列有一个定时任务：从 2099-01-01 00:00 UTC 起每天关闭，2026-11-20 08:00 UTC 定的，还没有执行过。',
      en: 'Something is scheduled for the campaign: it is to be closed every day from 2099-01-01 00:00 UTC on; scheduled on 2026-11-20 at 08:00 UTC, never carried out so far.',
    },
    params: {
      id: { zh: '定时任务的编号。', en: 'Id of what is scheduled.' },
      campaign_id: campaignId,
      by: { zh: '谁定的，已存在。', en: 'Who scheduled it, who exists.' },
      status: { zh: 'waiting 等待中，done 不再等待。', en: 'waiting, or done: it waits no more.' },
    },
  },
  'nobody knows whether a campaign was closed': {
    meaning: {
      zh: '登录的人为关闭系列下过一个批次（type status，level campaign，origin /advertising/start）,2026-11-20 08:00 UTC 结束，唯一的结果为 unknown:code 513、reason PLATFORM_UNKNOWN,platform_code 1、platform_subcode 99；不会再自动查询，等人工确认。系列本身没有变。',
      en: 'Whoever is logged in ordered the campaign to be closed in one batch (type status, level campaign, origin /advertising/start), which ended on 2026-11-20 at 08:00 UTC. Its only result is unknown, with code 513, reason PLATFORM_UNKNOWN, platform_code 1 and platform_subcode 99; it is no longer looked up and waits to be settled by hand. The campaign is as it was.',
    },
    params: {
      batch_id: { zh: '批次的编号。', en: 'Id of the batch.' },
      item_id: { zh: '结果的编号。', en: 'Id of the result.' },
      campaign_id: campaignId,
    },
  },
  'something was done to launches at once': {
    meaning: {
      zh: '登录的人对这些对象下过一个批次，2026-11-20 08:00 UTC 全部成功结束；参数与下单时相同，写法与 /op-batches/detail 的 again.values 相同。发布没有层级与对象，用的是方案的版本 1。',
      en: 'Whoever is logged in ordered this for those objects in one batch, all of which ended well on 2026-11-20 at 08:00 UTC. The parameters are those of the order, written as again.values of /op-batches/detail. A publish has neither level nor objects, and was one of version 1 of the scheme.',
    },
    params: {
      id: { zh: '批次的编号。', en: 'Id of the batch.' },
      action: { zh: '做了什么。', en: 'What was done.' },
      level: { zh: '对象的层级；发布为 null。', en: 'Level of the objects; null of a publish.' },
      ids: { zh: '对象，已存在。', en: 'The objects, which exist.' },
      values: { zh: '参数；其中提到的已存在。', en: 'The parameters; what they name exists.' },
    },
  },
};
