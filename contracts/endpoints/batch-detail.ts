import { type Static, Type } from 'typebox';
import { batchRemedies } from '../vocabulary/batches.ts';
import { amountModes, copyStatuses, scheduleActions, scheduleRepeats } from '../vocabulary/launches.ts';
import { CopyPart } from './ad-copies.ts';
import { BatchRow } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { EntityLevel } from './launch-shapes.ts';
import { noted } from './noted.ts';
import { Count, Currency, Exact, Id, Instant, Money, Nullable, OneOf, Ref } from './shapes.ts';

/** The actions that can be repeated. */
const againActions = ['open', 'close', 'budget', 'bid', 'copy', 'schedule', 'rename', 'transfer', 'archive', 'remove', 'publish'] as const;

/** Maximum number of objects of a batch. */
const OBJECTS_MOST = 500;
const some = (most: number) => Type.Array(Id, { minItems: 1, maxItems: most, uniqueItems: true });

/** The parameters of all actions; a batch has those of its own action, with the same meaning as in the call that started it. */
const AgainValues = Exact({
  mode: Type.Optional(OneOf(amountModes)),
  value: noted(Type.Optional(Type.Number({ minimum: 0.01 })), {
    zh: '预算或出价：与下单时相同，百分比或账户币种的最小单位。',
    en: 'Of a budget or bid, as it was ordered: percent, or the smallest unit of the account’s currency.',
  }),
  limit: noted(Type.Optional(Type.Integer({ minimum: 1 })), {
    zh: '上限或下限，账户币种的最小单位。',
    en: 'The most or the least, in the smallest unit of the account’s currency.',
  }),
  scheduled: noted(Type.Optional(OneOf(scheduleActions)), { zh: '到时做什么。', en: 'What is done at that time.' }),
  run_at: noted(Type.Optional(Instant), { zh: '定时的时刻；已经过去则不出现。', en: 'When; absent where that is past.', unit: 'UTC' }),
  repeat: Type.Optional(OneOf(scheduleRepeats)),
  find: Type.Optional(Type.String()),
  replace: Type.Optional(Type.String()),
  template: Type.Optional(Type.String()),
  prefix: Type.Optional(Type.String()),
  suffix: Type.Optional(Type.String()),
  user_id: noted(Type.Optional(Id), { zh: '移交给谁。', en: 'Who got them.' }),
  force: noted(Type.Optional(Type.Boolean()), { zh: '投放中的先关闭再删除。', en: 'What is open is closed first.' }),
  times: noted(Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })), { zh: '每个对象复制几份。', en: 'Copies of each.' }),
  target_account_ids: noted(Type.Optional(some(50)), {
    zh: '复制到的账户，只有提问者看得到的。',
    en: 'The accounts of the copies; those alone that the reader sees.',
  }),
  target_group_id: noted(Type.Optional(Id), { zh: '广告复制到的组。', en: 'The group that ads were copied into.' }),
  deep: noted(Type.Optional(Type.Boolean()), { zh: '连同下级。', en: 'With everything below.' }),
  status: noted(Type.Optional(OneOf(copyStatuses)), { zh: '副本的状态。', en: 'Status of the copies.' }),
  budget: noted(Type.Optional(Money), { zh: '副本的预算。', en: 'Budget of the copies.' }),
  start_at: noted(Type.Optional(Instant), {
    zh: '副本何时开始；已经过去则不出现。',
    en: 'When the copies start; absent where that is past.',
    unit: 'UTC',
  }),
  from_deleted: noted(Type.Optional(Type.Literal(true)), { zh: '原对象是已删除的。', en: 'The originals are deleted ones.' }),
  replacements: noted(Type.Optional(Type.Array(Exact({ part: CopyPart, from_id: Id, to_id: Id }))), {
    zh: '缺失部分的替代。',
    en: 'What stood in for parts that were gone.',
  }),
  scheme_id: noted(Type.Optional(Id), {
    zh: '发布所用的方案；再次发布用它的当前版本。',
    en: 'The scheme that was published; it would be published in its current version.',
  }),
  ad_account_ids: noted(Type.Optional(some(50)), {
    zh: '发布到的账户，只有提问者看得到的。',
    en: 'The accounts it was published into; those alone that the reader sees.',
  }),
});

/** The data needed to repeat a batch. Reading it changes nothing. */
export const BatchAgain = Exact({
  action: OneOf(againActions),
  level: noted(Nullable(EntityLevel), { zh: '对象的层级；发布为空。', en: 'Level of the objects; null of a publish.' }),
  ids: noted(Type.Array(Id, { maxItems: OBJECTS_MOST }), {
    zh: '当时的对象，按顺序，只有提问者现在还看得到的，不含已删除的（除非复制的就是已删除的）；发布没有。',
    en: 'The objects it was ordered for, in their order: those that the reader still sees and that are not deleted, unless deleted ones were copied. None of a publish.',
  }),
  currency: noted(Nullable(Currency), {
    zh: '这些对象的账户的币种；不止一种则为空。',
    en: 'Of their accounts; null where there are several.',
  }),
  timezone_name: noted(Nullable(Type.String()), {
    zh: '这些对象的账户的 IANA 时区名；不止一个则为空。',
    en: 'IANA name of the time zone of their accounts; null where there are several.',
  }),
  values: AgainValues,
});
export type BatchAgain = Static<typeof BatchAgain>;

/** Failed results with the same reason in the same ad account. */
export const BatchFailure = Exact({
  reason: noted(Type.String(), { zh: '与各结果的 reason 相同。', en: 'The reason of each of these results.' }),
  text: noted(Type.String(), {
    zh: '其中第一个的原因说明，用请求的语言。',
    en: 'The reason of the first of them in words, in the language of the request.',
  }),
  platform_code: Nullable(Type.String()),
  platform_subcode: Nullable(Type.String()),
  target_type: noted(Type.String(), { zh: '对象的类型，如 ad。', en: 'Type of the objects, such as ad.' }),
  account: noted(Nullable(Ref), { zh: '对象所在的广告账户。', en: 'The ad account the objects are in.' }),
  count: noted(Count, { zh: '失败的结果数。', en: 'Number of failed results.' }),
  item_ids: noted(Type.Array(Id, { maxItems: OBJECTS_MOST }), { zh: '其中可以重试的。', en: 'Those of them that may be retried.' }),
  remedy: noted(Nullable(OneOf(batchRemedies)), {
    zh: '可以先改什么再重试（/ad-publish/retry）；没有，或提问者现在无权这样做时为空。',
    en: 'What can be changed before retrying them, with /ad-publish/retry; null where nothing can, or the reader may not do it now.',
  }),
});
export type BatchFailure = Static<typeof BatchFailure>;

export const batchDetail = endpoint({
  name: 'batches.detail',
  method: 'POST',
  path: '/op-batches/detail',
  summary: { zh: '批次详情', en: 'One batch' },
  access: 'signedIn',
  effect: 'read',
  request: Exact({ batch_id: Id }),
  reply: Exact({
    ...BatchRow.properties,
    failures: noted(Type.Array(BatchFailure), {
      zh: '失败的结果，按原因与账户分组，多的在前。',
      en: 'The failed results, grouped by reason and ad account, the largest group first.',
    }),
    again: noted(Nullable(BatchAgain), {
      zh: '再次执行同样的操作所需的内容，什么都不会因此发生。未结束、不是投放的操作、提问者现在无权这样做、或已没有可做的对象时为空。',
      en: 'What it takes to order the same again; nothing happens by that. Null where it has not ended, is about something else than ads, the reader may not order it now, or nothing is left to do it to.',
    }),
  }),
  reasons: ['NOT_FOUND'],
});
