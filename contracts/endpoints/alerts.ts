import { type Static, Type } from 'typebox';
import {
  alertKinds,
  alertLevels,
  alertTargetFormats,
  alertTargetLanguages,
  deliveryProblems,
  incidentSubjects,
} from '../vocabulary/alerts.ts';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { newestFirst } from './row-order.ts';
import { Count, Exact, Id, IdempotencyKey, Ids, Instant, ListAnswer, ListRequest, Nothing, Nullable, OneOf } from './shapes.ts';

const access = { pages: ['/index', '/admin/index'] } as const;
const paging = ListRequest([], {}).properties;
const Level = OneOf(alertLevels);
const Kind = OneOf(alertKinds);

export const AlertRow = Exact({
  id: Id,
  level: Level,
  kind: Kind,
  title: noted(Type.String(), { zh: '标题，用请求的语言。', en: 'In the language of the request.' }),
  body: Type.String(),
  link: noted(Nullable(Type.String()), { zh: '控制台内的路径。', en: 'A path inside the console.' }),
  read_at: Nullable(Instant),
  resolved_at: noted(Nullable(Instant), {
    zh: '所属事件结束的时刻；没有事件或事件未结束则为空。',
    en: 'When its incident was closed; null without an incident, and while it is open.',
  }),
  created_at: Instant,
});
export type AlertRow = Static<typeof AlertRow>;

export const listAlerts = endpoint({
  name: 'homeAlerts.list',
  method: 'POST',
  path: '/home-alerts/list',
  summary: { zh: '提醒', en: 'Alerts' },
  access,
  effect: 'read',
  request: noted(
    Exact({
      page: paging.page,
      page_size: paging.page_size,
      unread: noted(Type.Optional(Type.Literal(true)), { zh: '只要未读的。', en: 'Unread ones only.' }),
      alone: noted(Type.Optional(Type.Literal(true)), {
        zh: '不要未结束事件中的提醒，它们随事件返回。',
        en: 'Without the alerts of open incidents, which come with their incident.',
      }),
    }),
    { zh: '未读的在前，然后从新到旧。', en: 'Unread ones first, then from the newest.' },
  ),
  order: [{ field: 'read_at', first: null }, ...newestFirst()],
  reply: Exact({
    ...ListAnswer(AlertRow).properties,
    unread: noted(Count, { zh: '未读的总数。', en: 'How many are unread in all.' }),
  }),
});

export const readAlerts = endpoint({
  name: 'homeAlerts.read',
  method: 'POST',
  path: '/home-alerts/read',
  summary: { zh: '标为已读', en: 'Mark alerts as read' },
  access,
  effect: 'write',
  request: Exact({
    ids: noted(Type.Optional(Ids), { zh: 'ids 与 all 必须恰有一个。', en: 'Exactly one of ids and all.' }),
    all: Type.Optional(Type.Literal(true)),
    idempotency_key: IdempotencyKey,
  }),
  reply: Exact({ unread: Count }),
});

export const IncidentRow = Exact({
  id: Id,
  subject: noted(OneOf(incidentSubjects), {
    zh: '同一事件的提醒所涉及的对象：授权、广告账户、像素或违反的政策。',
    en: 'What its alerts are about: an authorisation, an ad account, a pixel, or a violated policy.',
  }),
  cause: noted(Kind, {
    zh: '最可能的原因，即其中一种提醒；它的提醒可能发给了别人。',
    en: 'The likeliest cause, as the kind of one alert, which may have gone to other people.',
  }),
  title: noted(Type.String(), { zh: '可能的原因，用请求的语言。', en: 'The likely cause, in the language of the request.' }),
  level: noted(Level, { zh: '其中最严重的级别。', en: 'The most severe level of its alerts.' }),
  opened_at: Instant,
  last_alert_at: Instant,
  closed_at: noted(Nullable(Instant), { zh: '原因消除的时刻；仍存在时为空。', en: 'When its cause was gone; null while it is not.' }),
  count: noted(Count, { zh: '其中发给读者的提醒数。', en: 'Its alerts to the reader.' }),
  alerts: noted(Type.Array(AlertRow, { maxItems: 20 }), {
    zh: '其中发给读者的最新 20 条提醒，从新到旧。',
    en: 'The newest 20 of its alerts to the reader, from the newest.',
  }),
});
export type IncidentRow = Static<typeof IncidentRow>;

export const listIncidents = endpoint({
  name: 'homeAlerts.incidents',
  method: 'POST',
  path: '/home-alerts/incidents',
  summary: { zh: '同一原因的提醒', en: 'Alerts with one cause' },
  access,
  effect: 'read',
  request: noted(
    Exact({
      page: paging.page,
      page_size: paging.page_size,
      open: noted(Type.Optional(Type.Literal(true)), { zh: '只要未结束的。', en: 'Open ones only.' }),
    }),
    {
      zh: '读者至少收到其中一条提醒的事件。未结束的在前，然后按最近一条提醒从新到旧。',
      en: 'Incidents with an alert to the reader. Open ones first, then from the newest alert.',
    },
  ),
  order: [{ field: 'closed_at', first: null }, ...newestFirst('last_alert_at')],
  reply: ListAnswer(IncidentRow),
});

const Clock = noted(Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }), {
  zh: 'HH:mm，按目标主人的时区。',
  en: 'HH:mm in the time zone of the owner of the target.',
});

const TargetName = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' });
const Address = noted(Type.String({ minLength: 10, maxLength: 1_000, pattern: '^[!-~]+$' }), {
  zh: '接收消息的 https 地址，常含密钥；加密保存，不再返回。',
  en: 'The https address that receives messages; often holds a key. Sealed and never returned.',
});
const Secret = noted(Type.String({ minLength: 1, maxLength: 200, pattern: '^[!-~]+$' }), {
  zh: '签名密钥；加密保存，不再返回。企业微信与 Slack 没有。',
  en: 'Signs the requests; sealed and never returned. WeCom and Slack have none.',
});

const targetSettings = {
  name: TargetName,
  format: OneOf(alertTargetFormats),
  language: noted(OneOf(alertTargetLanguages), { zh: '消息的语言。', en: 'Language of the messages.' }),
  levels: Type.Array(Level, { minItems: 1, maxItems: alertLevels.length, uniqueItems: true }),
  kinds: noted(Type.Array(Kind, { maxItems: alertKinds.length, uniqueItems: true }), {
    zh: '哪些种类；空为全部。',
    en: 'Which kinds; empty for all.',
  }),
  quiet_from: noted(Nullable(Clock), {
    zh: '免打扰的开始，期间的提醒在结束后发送；没有则与 quiet_to 都为空。',
    en: 'Begin of the quiet hours, whose alerts are sent after their end; without them null like quiet_to.',
  }),
  quiet_to: noted(Nullable(Clock), { zh: '免打扰的结束，可在次日。', en: 'End of the quiet hours, which may be the next day.' }),
  quiet_errors: noted(Type.Boolean(), { zh: '免打扰期间仍发送错误级别。', en: 'Errors are sent during quiet hours too.' }),
  enabled: Type.Boolean(),
};

export const AlertTargetRow = Exact({
  id: Id,
  ...targetSettings,
  address: noted(Type.String(), { zh: '地址中不含密钥的部分。', en: 'The part of the address without keys.' }),
  secret_set: noted(Type.Boolean(), { zh: '设有签名密钥。', en: 'A secret signs its requests.' }),
  last_at: noted(Nullable(Instant), { zh: '最近一次发送；没有则为空。', en: 'Of the last message; null before the first.' }),
  last_problem: noted(Nullable(OneOf(deliveryProblems)), {
    zh: '最近一次发送失败的原因；成功或没有发送过则为空。',
    en: 'Why the last message was not delivered; null when it was, and before the first.',
  }),
  last_text: noted(Nullable(Type.String()), {
    zh: '最近一次发送的结果，用请求的语言。',
    en: 'What became of the last message, in the language of the request.',
  }),
  waiting: noted(Count, { zh: '等待发送的提醒数。', en: 'Alerts that wait to be sent.' }),
});
export type AlertTargetRow = Static<typeof AlertTargetRow>;

export const listAlertTargets = endpoint({
  name: 'homeAlerts.targets',
  method: 'POST',
  path: '/home-alerts/targets',
  summary: { zh: '自己的推送目标', en: 'Own delivery targets' },
  access,
  effect: 'read',
  request: Nothing,
  reply: Exact({ list: Type.Array(AlertTargetRow) }),
});

export const saveAlertTarget = endpoint({
  name: 'homeAlerts.saveTarget',
  method: 'POST',
  path: '/home-alerts/save_target',
  summary: { zh: '保存推送目标', en: 'Save a delivery target' },
  access,
  effect: 'write',
  request: noted(
    Exact({
      id: noted(Type.Optional(Id), { zh: '没有则新增。', en: 'Absent for a new one.' }),
      ...targetSettings,
      address: Type.Optional(Address),
      secret: Type.Optional(Nullable(Secret)),
      idempotency_key: IdempotencyKey,
    }),
    {
      zh: '不带 address 或 secret 则保留原值，secret 为空则去掉；新增或更换 format 时必须带 address，原密钥不再保留。',
      en: 'Without address or secret these stay, and null removes the secret. A new target and another format need an address, and the old secret goes.',
    },
  ),
  reply: AlertTargetRow,
  reasons: ['DUPLICATE', 'NOT_FOUND'],
});

export const deleteAlertTarget = endpoint({
  name: 'homeAlerts.deleteTarget',
  method: 'POST',
  path: '/home-alerts/delete_target',
  summary: { zh: '删除推送目标', en: 'Delete a delivery target' },
  access,
  effect: 'write',
  request: Exact({ id: Id, idempotency_key: IdempotencyKey }),
  reply: Nothing,
  reasons: ['NOT_FOUND'],
});

export const testAlertTarget = endpoint({
  name: 'homeAlerts.testTarget',
  method: 'POST',
  path: '/home-alerts/test_target',
  summary: { zh: '发送测试消息', en: 'Send a test message' },
  access,
  effect: 'write',
  request: Exact({ id: Id, idempotency_key: IdempotencyKey }),
  reply: noted(AlertTargetRow, {
    zh: '目标连同这次发送的结果；不受免打扰限制，停用的目标也可测试。',
    en: 'The target with what became of the message. Quiet hours do not matter, and a target that is off can be tested.',
  }),
  reasons: ['NOT_FOUND'],
});
