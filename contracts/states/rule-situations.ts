import type { Words } from '#contracts/vocabulary/vocabulary.ts';

/** Provider states of the rules of hosted accounts. */
export interface RuleSituations {
  'a rule of a hosted account exists': {
    id: number;
    host_account_id: number;
    ad_account_id: number;
    version: number;
    name: string;
    owner: number;
    status: 'enabled' | 'disabled';
  };
  'a rule hit a campaign': {
    id: number;
    rule_id: number;
    host_account_id: number;
    campaign_id: number;
    result: 'suggested' | 'rejected' | 'done';
  };
  'a campaign spent every hour': { id: number; spend_usd: number };
}

type Meanings = {
  readonly [N in keyof RuleSituations]: {
    readonly meaning: Words;
    readonly params: { readonly [P in keyof RuleSituations[N]]: Words };
  };
};

const rule: Words = { zh: '规则，前面的状态已建立。', en: 'The rule, which an earlier state has set up.' };
const hosted: Words = { zh: '托管账户的编号；没有则由此建立。', en: 'The hosted account, set up by this state unless it is there.' };

export const ruleMeanings: Meanings = {
  'a rule of a hosted account exists': {
    meaning: {
      zh: '广告账户在托管中（自动），有一条适用于它的规则：广告系列今天消耗 10 美元以上且 D0 ROI 低于 0.6 就关闭；每半小时，冷却 120 分钟，每天至多 3 次，优先级 80，正式运行，还没运行过。账户的数据刚刚更新。',
      en: 'The ad account is hosted, automatically, and a rule covers it: a campaign that spent at least 10 USD today with a D0 ROI below 0.6 is turned off; every half hour, cooldown 120 minutes, 3 times a day at most, priority 80, live, and it never ran. The figures of the account are new.',
    },
    params: {
      id: { zh: '规则的编号。', en: 'Id of the rule.' },
      host_account_id: hosted,
      ad_account_id: { zh: '广告账户，前面的状态已建立。', en: 'The ad account, which an earlier state has set up.' },
      version: { zh: '乐观锁的版本。', en: 'Of the optimistic lock.' },
      name: { zh: '规则的名称。', en: 'Name of the rule.' },
      owner: { zh: '规则的负责人与账户的运营。', en: 'Owner of the rule and operator of the account.' },
      status: { zh: '是否启用。', en: 'Whether it is on.' },
    },
  },
  'a rule hit a campaign': {
    meaning: {
      zh: '规则刚刚命中广告系列：消耗 12 美元，D0 ROI 0.5。suggested 是还要等一天的关闭建议；rejected 是规则的负责人刚刚拒绝的建议；done 是已由批次关闭，系列现在是关闭的。',
      en: 'The rule has just hit a campaign: spend 12 USD, D0 ROI 0.5. suggested: a suggestion to turn it off, which waits for another day; rejected: a suggestion that the owner of the rule has just rejected; done: a batch has turned it off, and the campaign is off.',
    },
    params: {
      id: { zh: '命中的编号。', en: 'Id of the hit.' },
      rule_id: rule,
      host_account_id: { zh: '托管账户，前面的状态已建立。', en: 'The hosted account, which an earlier state has set up.' },
      campaign_id: { zh: '广告系列，前面的状态已建立。', en: 'The campaign, which an earlier state has set up.' },
      result: { zh: '命中的结果。', en: 'What became of it.' },
    },
  },
  'a campaign spent every hour': {
    meaning: {
      zh: '系列的广告在过去 48 个整点小时里每小时都有展示和这么多消耗，没有收入；当时所知没有记录。',
      en: 'The ad of the campaign was shown and spent as much in each of the last 48 full hours, without revenue; what was known then is not recorded.',
    },
    params: {
      id: { zh: '广告系列，前面的状态已建立。', en: 'The campaign, which an earlier state has set up.' },
      spend_usd: {
        zh: '每小时的消耗，美分；账户币种的消耗相同。',
        en: 'Spend of an hour in US cents; as much in the currency of the account.',
      },
    },
  },
};
