import { type Static, type TSchema, Type } from 'typebox';
import { orderStatuses, orderSystems, orderTypes, payChannels } from '../vocabulary/orders.ts';
import { noted } from './noted.ts';
import { CalendarDate, Count, Exact, Instant, Nullable, OneOf } from './shapes.ts';

/*
 * What the company's own sites push to `POST /api/open-orders/push`. No page calls it, so it is no call of the registry; a signature takes
 * the place of a sign-in. docs/sites.md describes it for the developers of a site.
 */

export const SITE_PUSH_PATH = '/api/open-orders/push';
/** Events of one request. */
export const MAX_PUSHED_EVENTS = 1_000;

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });
const Domain = noted(text(253), { zh: '已登记站点的域名。', en: 'The domain of a registered site.' });
const Url = Nullable(Type.String({ minLength: 1, maxLength: 2_000 }));
const AdId = noted(Type.String({ pattern: '^\\d{1,30}$' }), {
  zh: '广告在平台上的编号，来自地址里的 ad_id。',
  en: 'The number of the ad on the platform, from ad_id in the address.',
});
const Country = Type.String({ pattern: '^[A-Z]{2}$' });
const Currency = noted(Type.String({ pattern: '^[A-Z]{3}$' }), { zh: 'ISO 4217 币种。', en: 'ISO 4217 currency.' });
const Minor = noted(Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }), {
  zh: '币种的最小单位。',
  en: 'In minor units of the currency.',
});
const Hash = Nullable(Type.String({ pattern: '^[0-9a-f]{64}$' }));
const ChangedAt = noted(Instant, {
  zh: '站点上这一行最后的变更时间；比已收到的更早的会被忽略。',
  en: 'When the site last changed the row; one that is older than what was received is passed over.',
});

const Customer = Exact({
  user_agent: Nullable(Type.String({ maxLength: 1_000 })),
  ip: Nullable(Type.String({ maxLength: 45 })),
  fbc: Nullable(Type.String({ maxLength: 500 })),
  fbp: Nullable(Type.String({ maxLength: 500 })),
  email_sha256: Hash,
  phone_sha256: Hash,
});

export const PushedOrder = Exact({
  changed_at: ChangedAt,
  order_no: noted(Type.String({ pattern: '^\\S{1,32}$' }), { zh: '订单号，即这一行的键。', en: 'The key of the row.' }),
  external_no: Nullable(text(64)),
  site: Domain,
  url: Url,
  user_key: noted(Type.String({ pattern: '^\\S{1,40}$' }), {
    zh: '站点内稳定的用户编号，不含个人信息。',
    en: 'A lasting number of the user on the site that tells nothing about the person.',
  }),
  order_type: OneOf(orderTypes),
  status: OneOf(orderStatuses),
  amount: Minor,
  fee: Minor,
  refund: Minor,
  currency: Currency,
  pay_channel: OneOf(payChannels),
  country: Country,
  os: OneOf(orderSystems),
  ordered_at: Instant,
  paid_at: Nullable(Instant),
  refunded_at: Nullable(Instant),
  acquired_at: noted(Instant, {
    zh: '站点第一次见到该用户的时间，或其长期未访问后回来的时间。',
    en: 'When the site first saw the user, or saw them again after a long absence.',
  }),
  is_reacq: Type.Boolean(),
  touch: noted(Nullable(Exact({ ad_id: AdId, kind: OneOf(['click', 'view']), at: Instant })), {
    zh: '带来该用户的广告接触；未知则为空。',
    en: 'The contact with an ad that brought the user; null when it is unknown.',
  }),
  event_id: noted(Nullable(text(100)), {
    zh: '浏览器里 Purchase 事件的编号；用户拒绝跟踪时为空，服务端也不会回传。',
    en: 'Id of the Purchase event in the browser; null when the user refused tracking, and then servers do not report it either.',
  }),
  customer: Nullable(Customer),
});

export const PushedVisits = Exact({
  changed_at: ChangedAt,
  site: Domain,
  url: Url,
  ad_id: Nullable(AdId),
  hour: noted(Instant, { zh: '小时的起点，不早于 3 天前。', en: 'Start of the hour, at most three days ago.' }),
  pv: Count,
  uv: Count,
  bounces: Count,
  cta_clicks: Count,
  pay_page_views: Count,
  load_ms_sum: Count,
  load_samples: Count,
  new_users: Count,
  reacq_users: Count,
  reg_users: Count,
});

export const PushedPixelEvent = Exact({
  changed_at: ChangedAt,
  pixel_id: Type.String({ pattern: '^\\d{1,30}$' }),
  event_name: text(50),
  event_id: text(100),
  source: OneOf(['browser', 'server']),
  event_time: Instant,
  received_at: Instant,
  count: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  match_score: noted(Type.Number({ minimum: 0, maximum: 10 }), {
    zh: '平台能否认出该用户的评分；可用平台的事件匹配质量，或站点自己的估计。',
    en: 'How well the platform can recognise the person: its own event match quality, or the estimate of the site.',
  }),
  ad_id: Nullable(AdId),
  order_no: Nullable(Type.String({ pattern: '^\\S{1,32}$' })),
  value: Nullable(Minor),
  currency: Nullable(Currency),
  url: Url,
  status: OneOf(['ok', 'error']),
  error: Nullable(Type.String({ maxLength: 500 })),
});

export const PushedRate = Exact({
  changed_at: ChangedAt,
  date: CalendarDate,
  currency: Currency,
  usd_per_unit: noted(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }), {
    zh: '一个币种单位值多少美元。',
    en: 'US dollars for one unit of the currency.',
  }),
});

const Events = <S extends TSchema>(event: S) => Type.Array(event, { minItems: 1, maxItems: MAX_PUSHED_EVENTS });

/** The body of a push, by its kind. */
export const sitePushBodies = {
  orders: Exact({ kind: Type.Literal('orders'), events: Events(PushedOrder) }),
  visits: Exact({ kind: Type.Literal('visits'), events: Events(PushedVisits) }),
  rates: Exact({ kind: Type.Literal('rates'), events: Events(PushedRate) }),
  pixel_events: Exact({ kind: Type.Literal('pixel_events'), events: Events(PushedPixelEvent) }),
} as const;

export type SitePushKind = keyof typeof sitePushBodies;
export type SitePush = { [Kind in SitePushKind]: Static<(typeof sitePushBodies)[Kind]> }[SitePushKind];

/** What became of a push. Rows that were known as they are, or newer, do not count as changed. */
export interface SitePushResult {
  received: number;
  changed: number;
}
