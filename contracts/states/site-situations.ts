import type { Words } from '#contracts/vocabulary/vocabulary.ts';

/** Provider states of homepages, pixels, sites and landing pages. */
export interface SiteSituations {
  'a homepage exists': {
    id: number;
    platform_page_id: string;
    name: string;
    personal_account_id: number;
    version: number;
    status: 'active' | 'unpublished' | 'token_expired';
  };
  'a homepage is full': { id: number };
  'a pixel exists': {
    id: number;
    platform_pixel_id: string;
    name: string;
    personal_account_id: number;
    owner_ad_account_id: number;
    version: number;
    status: 'active' | 'unavailable';
  };
  'a pixel is shared': { pixel_id: number; ad_account_id: number };
  'a pixel received a purchase': {
    browser_id: number;
    server_id: number;
    pixel_id: number;
    site_id: number;
    ad_id: number;
    order_id: number;
  };
  'a site exists': {
    id: number;
    name: string;
    domain: string;
    biz: 'dj' | 'ec';
    version: number;
    status: 'on' | 'off';
    pixel_id: number | null;
    homepage_id: number | null;
  };
  'a landing page exists': {
    id: number;
    site_id: number;
    drama_id: number;
    title: string;
    slug: string;
    version: number;
    status: 'draft' | 'online' | 'offline';
  };
}

type Meanings = {
  readonly [N in keyof SiteSituations]: {
    readonly meaning: Words;
    readonly params: { readonly [P in keyof SiteSituations[N]]: Words };
  };
};

const id: Words = { zh: '编号。', en: 'Its id.' };
const name: Words = { zh: '名称。', en: 'Its name.' };
const number: Words = { zh: '平台上的编号。', en: 'Number on the platform.' };
const version: Words = { zh: '乐观锁的版本。', en: 'Of the optimistic lock.' };
const authoriser: Words = { zh: '授权人，已存在。', en: 'Who authorised it, who exists.' };

export const siteMeanings: Meanings = {
  'a homepage exists': {
    meaning: {
      zh: '有一个主页：meta，分类 Film，权限 ADVERTISE 与 CREATE_CONTENT，上限 250 个广告，投放中 40 个，业务线 dj，没有头像，同步过，没有帖子。',
      en: 'There is a Page: meta, category Film, tasks ADVERTISE and CREATE_CONTENT, a limit of 250 ads of which 40 run, business line dj, without picture and posts, refreshed before.',
    },
    params: {
      id,
      platform_page_id: number,
      name,
      personal_account_id: authoriser,
      version,
      status: { zh: '状态；不是 active 时也未发布。', en: 'Its status; unless it is active it is not published either.' },
    },
  },
  'a homepage is full': {
    meaning: {
      zh: '主页投放中的广告已达上限，都是 250 个。',
      en: 'The page runs as many ads as it may, 250 of 250.',
    },
    params: { id: { zh: '主页，已存在。', en: 'The page, which exists.' } },
  },
  'a pixel exists': {
    meaning: {
      zh: '有一个像素：meta，刚刚收到过事件，同步过，没有保存令牌，没有启用服务端事件，没有测试代码，没有共享，为商务管理平台 Studio Ltd 所有。',
      en: 'There is a pixel: meta, it has just fired, refreshed before, without a token, with server events off, without test code and shares, owned by the business Studio Ltd.',
    },
    params: {
      id,
      platform_pixel_id: number,
      name,
      personal_account_id: authoriser,
      owner_ad_account_id: { zh: '拥有它的广告账户，已存在。', en: 'The ad account that owns it, which exists.' },
      version,
      status: { zh: '状态。', en: 'Its status.' },
    },
  },
  'a pixel is shared': {
    meaning: { zh: '像素已共享给这个广告账户。', en: 'The pixel is shared with this ad account.' },
    params: {
      pixel_id: { zh: '像素，已存在。', en: 'The pixel, which exists.' },
      ad_account_id: { zh: '广告账户，已存在。', en: 'The ad account, which exists.' },
    },
  },
  'a pixel received a purchase': {
    meaning: {
      zh: '像素刚刚收到同一笔 Purchase 两次，事件编号都是 purchase-1，19.99 美元，网址 https://love.test/ep-1，没有错误，计入拥有它的账户的今日：浏览器的一条保留，匹配质量 5.5；服务端的一条是重复，匹配质量 8.1。',
      en: 'The pixel has just received one Purchase twice, both with the event ID purchase-1, 19.99 US dollars, the address https://love.test/ep-1 and no error, on the current day of the account that owns it: the event of the browser was kept and matched 5.5, that of the server is a duplicate and matched 8.1.',
    },
    params: {
      browser_id: { zh: '浏览器事件的编号。', en: 'Id of the event of the browser.' },
      server_id: { zh: '服务端事件的编号。', en: 'Id of the event of the server.' },
      pixel_id: { zh: '像素，已存在。', en: 'The pixel, which exists.' },
      site_id: { zh: '发出事件的站点，已存在。', en: 'The site that sent it, which exists.' },
      ad_id: { zh: '归因到的广告，已存在。', en: 'The ad it is attributed to, which exists.' },
      order_id: { zh: '对应的订单，已存在。', en: 'Its order, which exists.' },
    },
  },
  'a site exists': {
    meaning: {
      zh: '有一个 h5 站点：参数模板 ad_id={{ad.id}}，时区 UTC，以 DNS 记录验证，还没有验证过，由登录的人创建，没有落地页。',
      en: 'There is a site of the kind h5: tags ad_id={{ad.id}}, time zone UTC, to be proved by a DNS record, never checked yet, made by whoever is logged in, without landing pages.',
    },
    params: {
      id,
      name,
      domain: {
        zh: '域名。以 .test 结尾的验证时通过，其余的通不过。',
        en: 'Its domain. One that ends in .test is found proved when it is checked, any other is not.',
      },
      biz: { zh: '业务线。', en: 'Its business line.' },
      version,
      status: { zh: '是否启用。', en: 'Whether it is on.' },
      pixel_id: { zh: '它唯一的、也是默认的像素；没有时为 null。', en: 'Its only pixel, also the default; null where it has none.' },
      homepage_id: { zh: '它唯一的、也是默认的主页；没有时为 null。', en: 'Its only Page, also the default; null where it has none.' },
    },
  },
  'a landing page exists': {
    meaning: {
      zh: '短剧站点有一个落地页：模板 player，从第 3 集开始，语言 en，国家 US，分组 A，没有以前的路径。',
      en: 'A site for dramas has a landing page: template player, beginning with episode 3, language en, country US, group A, without former slugs.',
    },
    params: {
      id,
      site_id: { zh: '站点，已存在。', en: 'The site, which exists.' },
      drama_id: { zh: '剧目，已存在。', en: 'The drama, which exists.' },
      title: { zh: '标题。', en: 'Its title.' },
      slug: { zh: '路径。', en: 'Its slug.' },
      version,
      status: { zh: '状态。', en: 'Its status.' },
    },
  },
};
