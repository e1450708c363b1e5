/*
 * Plan of the simulated channel before ids are assigned; all names are made up. The first ten people have already authorised the demo
 * company, the others have not.
 */

/** In the channel's order; ads need all seven. */
export const allScopes = [
  'ads_management',
  'ads_read',
  'business_management',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_ads',
  'pages_manage_posts',
] as const;

/** Minimum daily budget by currency in minor units, about one USD. */
export const minDailyBudget: Readonly<Record<string, number>> = {
  USD: 100,
  EUR: 100,
  GBP: 100,
  HKD: 800,
  BRL: 500,
  TWD: 30,
  IDR: 16_000,
  JPY: 150,
  KRW: 1400,
  VND: 25_000,
};

/** Lifetime of a token, and of the access to the person's data, in days. */
export const TOKEN_DAYS = 60;
export const DATA_ACCESS_DAYS = 90;

interface PersonPlan {
  key: string;
  name: string;
  usage: 'self' | 'host';
  /** For the demo company: how many days ago the person authorised it, and the scopes left out. */
  granted?: { daysAgo: number; without?: readonly string[] };
}

export const personPlans: readonly PersonPlan[] = [
  { key: 'lin', name: '林晓雨', usage: 'self', granted: { daysAgo: 19 } },
  { key: 'torres', name: 'Michael Torres', usage: 'self', granted: { daysAgo: 26 } },
  { key: 'ramirez', name: 'Sofía Ramírez', usage: 'self', granted: { daysAgo: 8 } },
  { key: 'zhou', name: '周子航', usage: 'self', granted: { daysAgo: 57 } },
  { key: 'watanabe', name: '渡辺 健司', usage: 'self', granted: { daysAgo: 33 } },
  { key: 'carter', name: 'Emily Carter', usage: 'self', granted: { daysAgo: 64 } },
  { key: 'huang', name: '黄俊杰', usage: 'self', granted: { daysAgo: 12 } },
  { key: 'wu', name: 'Daniel Wu', usage: 'self', granted: { daysAgo: 21, without: ['pages_manage_posts'] } },
  { key: 'wang', name: '王建国', usage: 'host', granted: { daysAgo: 30 } },
  { key: 'bennett', name: 'Olivia Bennett', usage: 'host', granted: { daysAgo: 5 } },
  { key: 'xu', name: '许梦瑶', usage: 'self' },
  { key: 'almeida', name: 'Lucas Almeida', usage: 'self' },
  { key: 'chen', name: '陈嘉怡', usage: 'self' },
  { key: 'sharma', name: 'Priya Sharma', usage: 'self' },
  { key: 'liu', name: '刘志强', usage: 'host' },
  { key: 'schmidt', name: 'Hannah Schmidt', usage: 'host' },
];

export const businessPlans: Readonly<Record<string, string>> = {
  galaxy: '星河互娱 Galaxy Shorts',
  reel: 'ReelStory Media Limited',
  bright: 'BrightCart Commerce',
  luming: '鹿鸣电商',
  wang: '建国跨境贸易',
  bennett: 'Bennett Home Goods LLC',
  wave: '浪潮文化 WaveTide',
  almeida: 'Almeida Filmes Ltda',
  sharma: 'Sharma Retail Pvt Ltd',
  schmidt: 'Schmidt Handels GmbH',
};

export interface AccountPlan {
  key: string;
  name: string;
  /** Null for the account of a person. */
  business: string | null;
  currency: string;
  zone: string;
  biz: 'dj' | 'ec';
  /** People with access; the first one has authorised the demo company. */
  people: readonly string[];
  /** Whether the demo company has imported it. */
  demo: boolean;
  status?: number;
  reason?: number;
  /** Used share of its spend cap; absent without a cap. */
  capUsed?: number;
  /** True when its settings do not say who benefits from its ads. */
  namesNobody?: boolean;
  /** True when it accepts no pixel of another business. */
  closedToPixels?: boolean;
}

const LA = 'America/Los_Angeles';
const NY = 'America/New_York';
const LONDON = 'Europe/London';
const SHANGHAI = 'Asia/Shanghai';
const HONG_KONG = 'Asia/Hong_Kong';

const account = (
  demo: boolean,
  [key, name, business, currency, zone, biz]: readonly [string, string, string | null, string, string, 'dj' | 'ec'],
  people: readonly string[],
  more: Partial<AccountPlan> = {},
): AccountPlan => ({ key, name, business, currency, zone, biz, people, demo, ...more });

export const accountPlans: readonly AccountPlan[] = [
  account(true, ['g-us-1', '星河-美国-短剧-01', 'galaxy', 'USD', LA, 'dj'], ['lin', 'xu']),
  account(true, ['g-us-2', '星河-美国-短剧-02', 'galaxy', 'USD', LA, 'dj'], ['lin', 'torres'], { capUsed: 0.62 }),
  account(true, ['g-us-3', '星河-美国-短剧-03', 'galaxy', 'USD', NY, 'dj'], ['lin'], { namesNobody: true }),
  account(true, ['g-sea-1', '星河-东南亚-IDR-01', 'galaxy', 'IDR', 'Asia/Jakarta', 'dj'], ['lin']),
  account(true, ['r-us-1', 'ReelStory US Drama 01', 'reel', 'USD', LA, 'dj'], ['torres'], { capUsed: 0.97 }),
  account(true, ['r-us-2', 'ReelStory US Drama 02', 'reel', 'USD', NY, 'dj'], ['torres', 'lin']),
  account(true, ['r-gb-1', 'ReelStory UK Drama', 'reel', 'GBP', LONDON, 'dj'], ['torres']),
  account(true, ['r-de-1', 'ReelStory DACH Drama', 'reel', 'EUR', 'Europe/Berlin', 'dj'], ['torres'], { status: 3 }),
  account(true, ['r-mx-1', 'ReelStory LatAm MX', 'reel', 'USD', 'America/Mexico_City', 'dj'], ['ramirez']),
  account(true, ['r-br-1', 'ReelStory Brasil', 'reel', 'BRL', 'America/Sao_Paulo', 'dj'], ['ramirez', 'almeida']),
  account(true, ['r-es-1', 'ReelStory España', 'reel', 'EUR', 'Europe/Madrid', 'dj'], ['ramirez'], { capUsed: 0.4 }),
  account(true, ['g-hk-1', '星河-港台-01', 'galaxy', 'HKD', HONG_KONG, 'dj'], ['zhou']),
  account(true, ['g-tw-1', '星河-港台-02', 'galaxy', 'TWD', 'Asia/Taipei', 'dj'], ['zhou'], { status: 2, reason: 3 }),
  account(true, ['g-cn-1', '星河-综合-测剧', 'galaxy', 'USD', SHANGHAI, 'dj'], ['zhou', 'lin']),
  account(true, ['g-jp-1', '星河-日本-JPY', 'galaxy', 'JPY', 'Asia/Tokyo', 'dj'], ['watanabe']),
  account(true, ['g-kr-1', '星河-韩国-KRW', 'galaxy', 'KRW', 'Asia/Seoul', 'dj'], ['watanabe'], { capUsed: 0.31 }),
  account(true, ['g-th-1', '星河-泰国-01', 'galaxy', 'USD', 'Asia/Bangkok', 'dj'], ['carter']),
  account(true, ['b-us-1', 'BrightCart US Main', 'bright', 'USD', NY, 'ec'], ['huang', 'wu']),
  account(true, ['b-us-2', 'BrightCart US Retargeting', 'bright', 'USD', LA, 'ec'], ['huang'], { capUsed: 0.55 }),
  account(true, ['b-gb-1', 'BrightCart UK', 'bright', 'GBP', LONDON, 'ec'], ['wu'], { status: 9 }),
  account(true, ['l-us-1', '鹿鸣电商-美国', 'luming', 'USD', SHANGHAI, 'ec'], ['wu'], { closedToPixels: true }),
  account(true, ['w-us-1', '建国贸易-店铺广告', 'wang', 'USD', SHANGHAI, 'ec'], ['wang']),
  account(true, ['w-us-2', '王建国 个人账户', null, 'USD', HONG_KONG, 'ec'], ['wang'], { capUsed: 0.12 }),
  account(true, ['n-us-1', 'Bennett Home Store', 'bennett', 'USD', 'America/Chicago', 'ec'], ['bennett'], { closedToPixels: true }),
  account(false, ['g-us-4', '星河-美国-短剧-04', 'galaxy', 'USD', LA, 'dj'], ['lin']),
  account(false, ['r-us-3', 'ReelStory US Test', 'reel', 'USD', LA, 'dj'], ['torres']),
  account(false, ['b-ca-1', 'BrightCart Canada', 'bright', 'USD', 'America/Toronto', 'ec'], ['huang']),
  account(false, ['w-vn-1', '建国贸易-越南', 'wang', 'VND', 'Asia/Ho_Chi_Minh', 'ec'], ['wang']),
  account(false, ['x-us-1', '浪潮-北美-01', 'wave', 'USD', LA, 'dj'], ['xu']),
  account(false, ['x-us-2', '浪潮-北美-02', 'wave', 'USD', NY, 'dj'], ['xu', 'chen'], { capUsed: 0.2 }),
  account(false, ['x-ph-1', '浪潮-菲律宾', 'wave', 'USD', 'Asia/Manila', 'dj'], ['chen']),
  account(false, ['x-jp-1', '浪潮-日本', 'wave', 'JPY', 'Asia/Tokyo', 'dj'], ['chen'], { status: 7 }),
  account(false, ['a-br-1', 'Almeida Filmes BR', 'almeida', 'BRL', 'America/Sao_Paulo', 'dj'], ['almeida']),
  account(false, ['a-br-2', 'Almeida Filmes Testes', 'almeida', 'BRL', 'America/Sao_Paulo', 'dj'], ['almeida'], { status: 101, reason: 9 }),
  account(false, ['s-us-1', 'Sharma Retail US', 'sharma', 'USD', NY, 'ec'], ['sharma']),
  account(false, ['s-gb-1', 'Sharma Retail UK', 'sharma', 'GBP', LONDON, 'ec'], ['sharma'], { capUsed: 0.88 }),
  account(false, ['z-us-1', '刘志强 店铺', null, 'USD', SHANGHAI, 'ec'], ['liu']),
  account(false, ['z-us-2', '刘志强 新品测试', null, 'USD', SHANGHAI, 'ec'], ['liu']),
  account(false, ['d-de-1', 'Schmidt Handel DE', 'schmidt', 'EUR', 'Europe/Berlin', 'ec'], ['schmidt'], { capUsed: 0.45 }),
];

const EVERYTHING = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MANAGE', 'MODERATE'] as const;

export interface PagePlan {
  key: string;
  name: string;
  category: string;
  biz: 'dj' | 'ec';
  people: readonly string[];
  demo: boolean;
  tasks: readonly string[];
  status: 'active' | 'unpublished' | 'restricted';
  limit: number;
  /** Number of ads that other companies run with it. */
  elsewhere: number;
}

const page = (
  demo: boolean,
  [key, name, category, biz]: readonly [string, string, string, 'dj' | 'ec'],
  people: readonly string[],
  more: Partial<PagePlan> = {},
): PagePlan => ({ key, name, category, biz, people, demo, tasks: EVERYTHING, status: 'active', limit: 250, elsewhere: 0, ...more });

const without = (task: string): readonly string[] => EVERYTHING.filter((each) => each !== task);

export const pagePlans: readonly PagePlan[] = [
  page(true, ['p-galaxy', 'Galaxy Shorts', 'TV show', 'dj'], ['lin', 'xu'], { limit: 1000, elsewhere: 41 }),
  page(true, ['p-heart', 'Heartbeat Drama', 'TV show', 'dj'], ['lin'], { elsewhere: 246 }),
  page(true, ['p-reel', 'ReelStory', 'Entertainment website', 'dj'], ['torres', 'lin'], { limit: 5000, elsewhere: 318 }),
  page(true, ['p-novela', 'Novelas al Minuto', 'TV show', 'dj'], ['ramirez', 'almeida'], { elsewhere: 12 }),
  page(true, ['p-hk', '星河劇場', 'TV show', 'dj'], ['zhou'], { elsewhere: 7 }),
  page(true, ['p-jp', 'ギャラクシー劇場', 'TV show', 'dj'], ['watanabe'], { tasks: without('ADVERTISE') }),
  page(true, ['p-th', 'ละครสั้น Galaxy', 'TV show', 'dj'], ['carter'], { status: 'unpublished' }),
  page(true, ['p-bright', 'BrightCart', 'Shopping & retail', 'ec'], ['huang', 'wu'], { limit: 1000, elsewhere: 90 }),
  page(true, ['p-luming', '鹿鸣好物', 'Shopping & retail', 'ec'], ['wu'], { tasks: without('CREATE_CONTENT') }),
  page(true, ['p-wang', '建国优选', 'Home decor', 'ec'], ['wang'], { elsewhere: 3 }),
  page(false, ['p-midnight', 'Midnight Episodes', 'TV show', 'dj'], ['lin']),
  page(false, ['p-bennett', 'Bennett Home', 'Home decor', 'ec'], ['bennett'], { elsewhere: 15 }),
  page(false, ['p-wave', '浪潮短剧 WaveTide', 'TV show', 'dj'], ['xu', 'chen']),
  page(false, ['p-ph', 'WaveTide Pilipinas', 'TV show', 'dj'], ['chen'], { status: 'restricted' }),
  page(false, ['p-almeida', 'Novelinha BR', 'TV show', 'dj'], ['almeida']),
  page(false, ['p-sharma', 'Sharma Retail', 'Shopping & retail', 'ec'], ['sharma']),
  page(false, ['p-liu', '志强严选', 'Shopping & retail', 'ec'], ['liu']),
  page(false, ['p-schmidt', 'Schmidt Haushalt', 'Home decor', 'ec'], ['schmidt']),
];

export interface PixelPlan {
  key: string;
  name: string;
  account: string;
  demo: boolean;
  /** Minutes since its last event; null when it never had one. */
  silent: number | null;
  unavailable?: boolean;
  fault?: PixelFault;
}

/**
 * What is wrong with the code of a pixel. `twice`: it is on the pages twice. `ids`: browser and server use different ids for the same
 * event. `lost`: some browsers leave before a purchase is reported. `reloaded`: a purchase is reported again when its page is loaded
 * again. `anonymous`: it tells little about the person. `removed`: it was taken off the pages after its last event.
 */
export type PixelFault = 'twice' | 'ids' | 'lost' | 'reloaded' | 'anonymous' | 'removed';

const pixel = (
  demo: boolean,
  key: string,
  name: string,
  account: string,
  silent: number | null,
  more: Pick<PixelPlan, 'unavailable' | 'fault'> = {},
): PixelPlan => ({ key, name, account, demo, silent, ...more });

export const pixelPlans: readonly PixelPlan[] = [
  pixel(true, 'x-galaxy', '星河 H5 主像素', 'g-us-1', 2),
  pixel(true, 'x-galaxy-app', '星河 App 像素', 'g-us-2', 4),
  pixel(true, 'x-galaxy-sea', '星河 东南亚 H5', 'g-sea-1', 9, { fault: 'lost' }),
  pixel(true, 'x-reel', 'ReelStory Web', 'r-us-1', 1),
  pixel(true, 'x-reel-gb', 'ReelStory UK', 'r-gb-1', 16, { fault: 'ids' }),
  pixel(true, 'x-reel-br', 'ReelStory Brasil', 'r-br-1', 7, { fault: 'twice' }),
  pixel(true, 'x-hk', '星河 港台', 'g-hk-1', 4500, { fault: 'removed' }),
  pixel(true, 'x-jp', '星河 日本', 'g-jp-1', 22, { fault: 'anonymous' }),
  pixel(true, 'x-test', '测剧专用像素', 'g-cn-1', null),
  pixel(true, 'x-bright', 'BrightCart Store', 'b-us-1', 3, { fault: 'reloaded' }),
  pixel(true, 'x-luming', '鹿鸣电商 独立站', 'l-us-1', 260, { unavailable: true }),
  pixel(true, 'x-wang', '建国贸易 Shopify', 'w-us-1', 11),
  pixel(false, 'x-galaxy-4', '星河 新站', 'g-us-4', null),
  pixel(false, 'x-bennett', 'Bennett Home Store', 'n-us-1', 6),
  pixel(false, 'x-wave', '浪潮 H5', 'x-us-1', 14),
  pixel(false, 'x-almeida', 'Almeida Web', 'a-br-1', 35),
  pixel(false, 'x-sharma', 'Sharma Retail Pixel', 's-us-1', 18),
  pixel(false, 'x-liu', '志强严选 独立站', 'z-us-1', null),
  pixel(false, 'x-schmidt', 'Schmidt Shop', 'd-de-1', 48),
];
