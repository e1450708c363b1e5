import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { AlertKind } from '#server/database/schema-facts.ts';
import { formatInstant } from './instants.ts';
import type { Language } from './messages.ts';
import { translateReviewText } from './review-words.ts';

type Words = Readonly<Record<Language, string>>;
/** An instant, shown in the reader's time zone. */
type Moment = Readonly<{ at: string }>;
type Value = string | number | Words | Moment;

/** Data of the texts of each kind. Amounts are already formatted. */
interface AlertData {
  /** A personal account whose authorisation ends within days. */
  token_expiring: { name: string; date: Moment };
  /** `accounts`: the hosted accounts that were paused because of it, for their operator. */
  token_expired: { name: string; accounts?: string };
  account_disabled: { name: string; status: Words };
  /** An ad, or the account of several ads, with the violated policy in the channel's words. */
  ad_disapproved: { name: string; policy: string; count?: number };
  batch_done: { summary: Words; ok: number; fail: number; unknown: number; total: number };
  /** What a rule did, or that rules stood still; `since` is the instant its figures are known until. */
  rule_hit: { what: Words; subject: string; details: string | Words; since?: Moment };
  pixel_silent: { name: string; hours: number };
  budget_cap: { name: string; cap: string };
  copyright_ended: { name: string; date: string; campaigns: number };
  /** The first object of its owner that was turned off, and how many there are. */
  emergency_closed: { name: string; reason: string; count: number };
  cron_failed: { name: Words; error: string };
}

export type NewAlert = {
  [Kind in AlertKind]: {
    kind: Kind;
    data: AlertData[Kind];
    level?: 'info' | 'warn' | 'error';
    /** Path inside the console. */
    link?: string;
    /** Prevents repeated alerts to the same user: the subject with the day or number of the occasion. */
    dedupeKey: string;
  };
}[AlertKind];

interface Texts {
  level: 'info' | 'warn' | 'error';
  title: Words;
  /** Replaces `title` when the alert is about more than one object. */
  pluralTitle?: Words;
  body: Words;
  /** Replaces both for the operator of hosted accounts. */
  ofHosting?: { title: Words; body: Words };
}

const texts: Readonly<Record<AlertKind, Texts>> = {
  token_expiring: {
    level: 'warn',
    title: { zh: '授权即将到期：{name}', en: 'Authorisation of {name} expires soon' },
    body: { zh: '{date} 到期，请在此之前重新授权。', en: 'It expires on {date}. Please authorise again before then.' },
  },
  token_expired: {
    level: 'error',
    title: { zh: '授权已失效：{name}', en: 'Authorisation of {name} is lost' },
    body: { zh: '其名下的账户无法操作，请重新授权。', en: 'The accounts it grants cannot be managed. Please authorise again.' },
    ofHosting: {
      title: { zh: '托管已暂停：{accounts}', en: 'Managed accounts paused: {accounts}' },
      body: {
        zh: '{name} 的授权已失效。重新授权后，请再次开始托管。',
        en: 'The authorisation of {name} is lost. Authorise again, then start managing again.',
      },
    },
  },
  account_disabled: {
    level: 'error',
    title: { zh: '广告账户异常：{name}', en: 'Ad account {name} cannot deliver' },
    body: {
      zh: '平台的账户状态变为“{status}”，广告已停止投放。',
      en: 'The platform changed its status to “{status}”; its ads have stopped.',
    },
  },
  ad_disapproved: {
    level: 'warn',
    title: { zh: '广告审核未通过：{name}', en: 'Ad rejected: {name}' },
    pluralTitle: { zh: '{count} 条广告审核未通过：{name}', en: '{count} ads rejected: {name}' },
    body: { zh: '{policy}', en: '{policy}' },
  },
  batch_done: {
    level: 'info',
    title: { zh: '批次已结束：{summary}', en: 'Batch finished: {summary}' },
    body: {
      zh: '共 {total} 个，成功 {ok}，失败 {fail}，未知 {unknown}。',
      en: '{total} in total: {ok} succeeded, {fail} failed, {unknown} unknown.',
    },
  },
  rule_hit: {
    level: 'info',
    title: { zh: '{what}：{subject}', en: '{what}: {subject}' },
    body: { zh: '{details}{since}', en: '{details}{since}' },
  },
  pixel_silent: {
    level: 'warn',
    title: { zh: '像素静默：{name}', en: 'No events from pixel {name}' },
    body: { zh: '有消耗，但已 {hours} 小时没有事件。', en: 'There is spend, but no events for {hours} hours.' },
  },
  budget_cap: {
    level: 'warn',
    title: { zh: '达到限额：{name}', en: 'Cap reached: {name}' },
    body: { zh: '限额 {cap}，投放中的系列已关闭。', en: 'The cap is {cap}; its active campaigns were turned off.' },
  },
  copyright_ended: {
    level: 'warn',
    title: { zh: '版权到期，已下架：{name}', en: 'Copyright ended, switched off: {name}' },
    body: {
      zh: '版权于 {date} 到期，不能再发布；{campaigns} 个在投系列仍在投放。',
      en: 'Its copyright ended on {date}, so it cannot be published any more; {campaigns} running campaigns go on.',
    },
  },
  emergency_closed: {
    level: 'error',
    title: { zh: '已被紧急关闭：{name}', en: 'Emergency turn-off: {name}' },
    pluralTitle: { zh: '{name} 等 {count} 个对象已被紧急关闭', en: 'Emergency turn-off: {name} and others, {count} in all' },
    body: { zh: '由超级管理员关闭，原因：{reason}', en: 'Turned off by a super admin. Reason: {reason}' },
  },
  cron_failed: {
    level: 'error',
    title: { zh: '定时任务失败：{name}', en: 'Scheduled task failed: {name}' },
    body: { zh: '{error}', en: '{error}' },
  },
};

/** Alerts a user, or counts one more object in the alert with the same key that the user already got. */
export async function raiseCountedAlert(
  db: Kysely<Database>,
  userId: number,
  alert: Extract<NewAlert, { data: { count: number } }>,
  now: Date,
): Promise<void> {
  await insertAlerts(db, [userId], alert, now)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'dedupe_key']).doUpdateSet({
        data: sql`jsonb_set(alert.data, '{count}', to_jsonb((alert.data ->> 'count')::int + 1))`,
      }),
    )
    .execute();
}

/** Alerts users, except those who already got an alert with the same key. */
export async function raiseAlert(db: Kysely<Database>, userIds: readonly number[], alert: NewAlert, now: Date): Promise<void> {
  if (userIds.length === 0) return;
  await insertAlerts(db, userIds, alert, now)
    .onConflict((conflict) => conflict.columns(['user_id', 'dedupe_key']).doNothing())
    .execute();
}

const insertAlerts = (
  db: Kysely<Database>,
  userIds: readonly number[],
  { kind, data, level = texts[kind].level, link, dedupeKey }: NewAlert,
  now: Date,
) =>
  db.insertInto('alert').values(
    [...new Set(userIds)].map((user_id) => ({
      user_id,
      level,
      kind,
      data: JSON.stringify(data),
      link: link ?? null,
      dedupe_key: dedupeKey,
      created_at: now,
    })),
  );

interface Reader {
  language: Language;
  timezone: string;
}

function formatValue(name: string, value: Value, { language, timezone }: Reader): string {
  if (typeof value === 'object') return 'at' in value ? formatInstant(new Date(value.at), timezone) : value[language];
  return name === 'policy' ? translateReviewText(String(value), language) : String(value);
}

const fillText = (text: string, data: Readonly<Record<string, Value>>, reader: Reader): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => formatValue(name, data[name] ?? '', reader));

/** Title and body in the reader's language and time zone. */
export function alertTexts(kind: AlertKind, data: unknown, reader: Reader): { title: string; body: string } {
  const values = (data ?? {}) as Readonly<Record<string, Value>>;
  const { ofHosting, ...usual } = texts[kind];
  const { title, pluralTitle = title, body }: Omit<Texts, 'level' | 'ofHosting'> = 'accounts' in values && ofHosting ? ofHosting : usual;
  const titleWords = Number(values['count'] ?? 1) > 1 ? pluralTitle : title;
  return { title: fillText(titleWords[reader.language], values, reader), body: fillText(body[reader.language], values, reader) };
}
