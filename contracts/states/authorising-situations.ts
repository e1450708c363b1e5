import type { Words } from '#contracts/vocabulary/vocabulary.ts';
import type { Part } from './cast.ts';

/** Provider states of personal accounts, their authorisation, ad accounts and assignments. */
export interface AuthorisingSituations {
  'a person of the channel grants things': {
    id: string;
    name: string;
    token: string;
    accounts: readonly { id: string; name: string }[];
    pages: readonly { id: string; name: string }[];
    pixels: readonly { id: string; name: string; account: string }[];
  };
  'the channel does not answer': { kind: 'auth' | 'throttled' | 'down' | 'rejected' };
  'a personal account exists': {
    id: number;
    platform_user_id: string;
    name: string;
    usage: 'self' | 'host';
    version: number;
    token: string;
    owner: number;
  };
  'the authorisation of a personal account ended': { id: number };
  'an authorisation was begun': {
    state: string;
    by: Part;
    usage: 'self' | 'host';
    outcome: 'waiting' | 'ok';
    personal_account_id: number | null;
  };
  'an authorisation link was made': { id: number; by: Part; holder_name: string; status: 'waiting' | 'revoked' };
  'an ad account exists': {
    id: number;
    platform_account_id: string;
    name: string;
    personal_account_id: number;
    version: number;
    enabled: boolean;
  };
  'an ad account is hosted': {
    id: number;
    ad_account_id: number;
    personal_account_id: number;
    operator: number;
    version: number;
    state: 'pending' | 'hosting' | 'ended';
  };
  'an asset was assigned': { asset_type: Asset; asset_id: number; user_id: number };
  'an asset was assigned to a department': { asset_type: Asset; asset_id: number; department_id: number };
  'an asset is in a batch': { asset_type: Changeable; asset_id: number; batch_id: number };
  'an asset was changed by somebody': { asset_type: Changeable; id: number; by: string };
}

/** Types of objects that can be assigned to people. */
type Asset = 'personal_account' | 'ad_account' | 'homepage' | 'pixel' | 'site';
/** Types of objects that a batch can lock and another user can change. */
export type Changeable = Asset | 'landing_page' | 'material' | 'post' | 'scheme' | 'host_account';

type Meanings = {
  readonly [N in keyof AuthorisingSituations]: {
    readonly meaning: Words;
    readonly params: { readonly [P in keyof AuthorisingSituations[N]]: Words };
  };
};

const id: Words = { zh: '编号。', en: 'Its id.' };
const name: Words = { zh: '名称。', en: 'Its name.' };
const version: Words = { zh: '乐观锁的版本。', en: 'Of the optimistic lock.' };
const usage: Words = { zh: 'self 自有，host 托管。', en: 'self: of our own; host: of a holder we host for.' };
const by: Words = { zh: '第一个状态里的那个人。', en: 'The one of the first state.' };
const token: Words = { zh: '平台认得的令牌。', en: 'A token that the platform takes.' };
const assetType: Words = { zh: '资产的类型。', en: 'Type of the asset.' };
const assetId: Words = { zh: '资产的编号，前面的状态已建立。', en: 'Of the asset, which an earlier state has set up.' };

export const authorisingMeanings: Meanings = {
  'a person of the channel grants things': {
    meaning: {
      zh: '平台上有这个人，令牌有效、永不到期、权限齐全，授予下列广告账户（USD，正常，时区 America/Los_Angeles）、主页（已发布，权限齐全，分类 Film）和像素（正常，从未收到事件），没有别的。它的像素可以共享，收下一切事件。',
      en: 'The platform knows this person: the token is good, never expires and has every scope; it grants these ad accounts (USD, active, America/Los_Angeles), pages (published, with every task, category Film) and pixels (active, never fired), and nothing else. Its pixels can be shared and take every event.',
    },
    params: {
      id: { zh: '平台上的编号。', en: 'Number on the platform.' },
      name,
      token,
      accounts: { zh: '授予的广告账户。', en: 'The ad accounts that are granted.' },
      pages: { zh: '授予的主页。', en: 'The pages that are granted.' },
      pixels: { zh: '像素；account 是拥有它的广告账户。', en: 'The pixels; account is the ad account that owns it.' },
    },
  },
  'the channel does not answer': {
    meaning: { zh: '平台的每一次调用都以此失败。', en: 'Every call of the platform fails with this.' },
    params: {
      kind: {
        zh: 'auth 令牌无效，throttled 限流（2030-01-01 00:00 UTC 后可重试），down 连不上，rejected 请求被拒绝。',
        en: 'auth: the token is no good; throttled: until 2030-01-01 00:00 UTC; down: it cannot be reached; rejected: what is asked is refused.',
      },
    },
  },
  'a personal account exists': {
    meaning: {
      zh: '有一个个人账号：平台 meta，状态正常，永不到期，权限齐全，备注“合约”，检测过。托管的有持有人和同意时间。',
      en: 'There is a personal account: platform meta, active, never expiring, with every scope, a remark, and checked before. A hosted one has a holder who consented.',
    },
    params: {
      id,
      platform_user_id: { zh: '平台上的编号。', en: 'Number on the platform.' },
      name,
      usage,
      version,
      token: { zh: '保存的令牌。', en: 'The token that is kept.' },
      owner: { zh: '负责人的编号，已存在。', en: 'Of its owner, who exists.' },
    },
  },
  'the authorisation of a personal account ended': {
    meaning: { zh: '平台不再接受这个人的授权。', en: 'The platform no longer accepts the authorisation of the person.' },
    params: { id: { zh: '个人账户，前面的状态已建立。', en: 'The personal account, which an earlier state has set up.' } },
  },
  'an authorisation was begun': {
    meaning: {
      zh: '有人开始了一次授权，state 由他持有，还没有过期。',
      en: 'Somebody began an authorisation and holds its state; it has not expired.',
    },
    params: {
      state: { zh: '随机值；服务端只存摘要。', en: 'The random value; only its digest is kept.' },
      by,
      usage,
      outcome: { zh: 'waiting 还没有回来，ok 已完成。', en: 'waiting: nobody came back yet; ok: it is done.' },
      personal_account_id: { zh: '完成后得到的个人账号。', en: 'What came of it once it is ok.' },
    },
  },
  'an authorisation link was made': {
    meaning: { zh: '有一个给持有人的授权链接，没有过期。', en: 'There is a link for a holder that has not expired.' },
    params: {
      id,
      by,
      holder_name: { zh: '持有人。', en: 'The holder.' },
      status: { zh: 'waiting 未使用，revoked 已撤销。', en: 'waiting: not used yet; revoked: taken back.' },
    },
  },
  'an ad account exists': {
    meaning: {
      zh: '有一个广告账户：meta，USD，正常，业务线 dj，用途随授权人，上限 10000 分，已花 2500 分，有备注，同步过，有一条状态记录。',
      en: 'There is an ad account: meta, USD, active, business line dj, of the usage of its person, a cap of 10000 cents of which 2500 are spent, with a remark, refreshed before, and with one entry in its history of statuses.',
    },
    params: {
      id,
      platform_account_id: { zh: '平台上的编号。', en: 'Number on the platform.' },
      name,
      personal_account_id: { zh: '授权人，已存在。', en: 'Who authorised it, who exists.' },
      version,
      enabled: { zh: '在我方启用。', en: 'Switched on, on our side.' },
    },
  },
  'an ad account is hosted': {
    meaning: {
      zh: '有一个托管账户：自动级别 suggest，日上限 50000 分，目标 ROI 1.50，2026-11-01 开始，没有期限，持有人同意过，有同意说明和备注。结束的在 2026-11-10 结束。',
      en: 'An ad account is hosted: automation suggest, a daily cap of 50000 cents, a target ROI of 1.50, from 2026-11-01 without an end; its holder consented, with a note, and it has a remark. An ended one ended on 2026-11-10.',
    },
    params: {
      id,
      ad_account_id: { zh: '广告账户，已存在，用途为托管。', en: 'The ad account, which exists and is of usage host.' },
      personal_account_id: { zh: '授权人，已存在。', en: 'Who authorised it, who exists.' },
      operator: { zh: '运营的编号，已存在。', en: 'Of its operator, who exists.' },
      version,
      state: { zh: 'pending 待开始，hosting 托管中，ended 已结束。', en: 'pending: not started; hosting; ended.' },
    },
  },
  'an asset was assigned': {
    meaning: {
      zh: '资产现在分配给这个人；广告账户以其为主负责人。',
      en: 'The asset is assigned to this person now; of an ad account the primary.',
    },
    params: { asset_type: assetType, asset_id: assetId, user_id: { zh: '已存在的人。', en: 'Somebody who exists.' } },
  },
  'an asset was assigned to a department': {
    meaning: {
      zh: '资产现在分配给这个部门，由管理员分配，没有别的分配记录。',
      en: 'The asset is assigned to this department now, by the administrator, and was never assigned before.',
    },
    params: { asset_type: assetType, asset_id: assetId, department_id: { zh: '已存在的部门。', en: 'A department that exists.' } },
  },
  'an asset is in a batch': {
    meaning: { zh: '一个未结束的批次占用着它。', en: 'A batch that has not ended has it.' },
    params: { asset_type: assetType, asset_id: assetId, batch_id: { zh: '批次的编号。', en: 'Of the batch.' } },
  },
  'an asset was changed by somebody': {
    meaning: {
      zh: '资产最后是被别人修改的，操作日志里有一条这样的记录；请求会送来更小的 version。',
      en: 'The asset was last changed by somebody else, and the operation log says so; the request will send an earlier version.',
    },
    params: { asset_type: assetType, id: assetId, by: { zh: '修改者的登录名。', en: 'Account of whoever changed it.' } },
  },
};
