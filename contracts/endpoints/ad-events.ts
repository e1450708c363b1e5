import { type Static, Type } from 'typebox';
import { actorTypeNote, actorTypes, eventKinds } from '../vocabulary/launch-events.ts';
import { EntityLevel } from './launch-shapes.ts';
import { noted } from './noted.ts';
import { Currency, Exact, Id, Instant, Nullable, OneOf, Ref } from './shapes.ts';

export const EventKind = OneOf(eventKinds);
export const ActorType = noted(OneOf(actorTypes), actorTypeNote);

const Cents = Nullable(Type.Number());

/** Figures of the day of the account, up to the moment of the event. */
export const Snapshot = noted(
  Exact({
    spend_usd: noted(Cents, { zh: '美分。', en: 'US cents.' }),
    orders: noted(Nullable(Type.Number()), { zh: '已支付的订单数。', en: 'Orders that were paid.' }),
    roi: noted(Nullable(Type.Number()), { zh: '收入除以消耗，小数。', en: 'Revenue by spend, a decimal.' }),
    roi_d0: noted(Nullable(Type.Number()), { zh: '首日 ROI，小数。', en: 'ROI of the first day, a decimal.' }),
    hours_running: noted(Nullable(Type.Number()), { zh: '自上次开启起的小时数。', en: 'Since it was opened last.', unit: 'h' }),
  }),
  { zh: '当时的账户今日数据；未知的为空。', en: 'Of the account’s own day, as they were at that moment; null where unknown.' },
);

/** An event of a launched object; it never changes. */
export const eventFields = {
  id: Id,
  at: Instant,
  level: EntityLevel,
  entity: noted(Ref, { zh: '对象，名称是现在的。', en: 'What it happened to, by the name it has now.' }),
  campaign: noted(Ref, { zh: '所属广告系列；系列自己的事件就是它自己。', en: 'The campaign it is of, or is.' }),
  account: Ref,
  currency: noted(Currency, {
    zh: '账户的币种，before 与 after 里的金额用它。',
    en: 'Of the account; amounts in before and after are in it.',
  }),
  content: noted(Nullable(Ref), { zh: '剧目或商品。', en: 'Drama or product.' }),
  owner: noted(Nullable(Ref), { zh: '当时的负责人。', en: 'Who owned it then.' }),
  event: EventKind,
  actor_type: ActorType,
  actor: noted(Nullable(Ref), { zh: '做这件事的人；不是人做的为空。', en: 'The person who did it; null where no person did.' }),
  rule: noted(Nullable(Ref), { zh: '做这件事的规则。', en: 'The rule that did it.' }),
  batch_id: noted(Nullable(Id), { zh: '所属批次。', en: 'The batch it was done in.' }),
  before: noted(Type.Unknown(), { zh: '改动的字段原来的值，JSON 对象。', en: 'The changed fields as they were, a JSON object.' }),
  after: noted(Type.Unknown(), { zh: '改动的字段后来的值，JSON 对象。', en: 'The changed fields as they became, a JSON object.' }),
  reason: Nullable(Type.String()),
  snapshot: Snapshot,
};
export const EventRow = Exact(eventFields);
export type EventRow = Static<typeof EventRow>;
