import { type Kysely, sql } from 'kysely';
import type { AlertKind, AlertLevel } from '#contracts/vocabulary/alerts.ts';
import type { Database } from '#server/database/schema.ts';
import { type AlertSubject, joinIncident } from './incidents.ts';
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
  copyright_expiring: { name: string; date: string; campaigns: number };
  copyright_ended: { name: string; date: string; campaigns: number };
  /** The first object of its owner that was turned off, and how many there are. */
  emergency_closed: { name: string; reason: string; count: number };
  /** An ad account whose spend of the last hours is compared with the same hours of previous days. */
  spend_stopped: { name: string; hours: number; spend: string; usual: string };
  spend_racing: { name: string; hours: number; spend: string; usual: string };
  /** `expected`: the orders that this spend usually brings. */
  spend_without_orders: { name: string; hours: number; spend: string; expected: number };
  /** The first of the posts, how many there are, and the running ads that show them. */
  posts_lost: { name: string; count: number; ads: number };
  cron_failed: { name: Words; error: string };
}

export type NewAlert = {
  [Kind in AlertKind]: {
    kind: Kind;
    data: AlertData[Kind];
    level?: AlertLevel;
    /** What it is about, so that alerts with one cause become one incident; absent for events that stand alone. */
    about?: AlertSubject;
    /** It joins the open incident about the same thing, but is no reason to open one. */
    joinsOnly?: boolean;
    /** Path inside the console. */
    link?: string;
    /** Prevents repeated alerts to the same user: the subject with the day or number of the occasion. */
    dedupeKey: string;
  };
}[AlertKind];

interface Texts {
  level: AlertLevel;
  title: Words;
  /** Replaces `title` when the alert is about more than one object. */
  pluralTitle?: Words;
  body: Words;
  /** Title of an incident of which this is the likely cause; usually that of the alert. `name` is that of its subject. */
  ofIncident?: Words;
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
    ofIncident: { zh: '广告审核未通过：{policy}', en: 'Ads rejected: {policy}' },
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
    // What rules do opens no incident; that they stand still does.
    ofIncident: { zh: '数据过期，规则未执行：{name}', en: 'Rules stood still on stale figures: {name}' },
  },
  pixel_silent: {
    level: 'warn',
    title: { zh: '像素静默：{name}', en: 'No events from pixel {name}' },
    body: { zh: '有消耗，但已 {hours} 小时没有事件。', en: 'There is spend, but no events for {hours} hours.' },
  },
  budget_cap: {
    level: 'warn',
    title: { zh: '达到限额：{name}', en: 'Cap reached: {name}' },
    body: {
      zh: '每日限额 {cap}，投放中的系列已关闭，账户时区零点后恢复。',
      en: 'The daily cap is {cap}; its active campaigns stay off until midnight in the time zone of the account.',
    },
  },
  copyright_expiring: {
    level: 'warn',
    title: { zh: '版权即将到期：{name}', en: 'Copyright of {name} ends soon' },
    body: {
      zh: '版权到期日为 {date}，次日自动下架；目前有 {campaigns} 个在投系列。',
      en: 'Its copyright ends on {date} and it is switched off the day after; {campaigns} of its campaigns are running.',
    },
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
  spend_stopped: {
    level: 'error',
    title: { zh: '消耗骤停：{name}', en: 'Spend of {name} has stopped' },
    body: {
      zh: '近 {hours} 小时消耗 {spend}，往日同时段通常为 {usual}。',
      en: 'It spent {spend} in the last {hours} hours; {usual} is usual at this time of day.',
    },
  },
  spend_racing: {
    level: 'error',
    title: { zh: '消耗激增：{name}', en: 'Spend of {name} is far above usual' },
    body: {
      zh: '近 {hours} 小时消耗 {spend}，往日同时段通常为 {usual}。',
      en: 'It spent {spend} in the last {hours} hours; {usual} is usual at this time of day.',
    },
  },
  spend_without_orders: {
    level: 'error',
    title: { zh: '有消耗无订单：{name}', en: '{name} spends without orders' },
    body: {
      zh: '近 {hours} 小时消耗 {spend}，没有订单；按往日水平约有 {expected} 单。',
      en: 'It spent {spend} in the last {hours} hours without an order; about {expected} orders are usual for that spend.',
    },
  },
  posts_lost: {
    level: 'warn',
    title: { zh: '帖子在平台上已不存在：{name}', en: 'Post gone from the platform: {name}' },
    pluralTitle: { zh: '{name} 等 {count} 个帖子在平台上已不存在', en: 'Posts gone from the platform: {name} and others, {count} in all' },
    body: { zh: '有 {ads} 条在投广告使用，请更换创意。', en: 'Running ads that show them: {ads}. Give those another creative.' },
  },
  cron_failed: {
    level: 'error',
    title: { zh: '定时任务失败：{name}', en: 'Scheduled task failed: {name}' },
    body: { zh: '{error}', en: '{error}' },
  },
};

/** Writes a delivery for every target of the users that wants these alerts. The job `alert.deliver` sends them. */
async function enqueueDeliveries(db: Kysely<Database>, alertIds: readonly number[], now: Date): Promise<void> {
  await sql`
    insert into alert_delivery (target_id, alert_id, due_at, created_at)
    select t.id, a.id, ${now}, ${now} from alert a
    join alert_target t on t.user_id = a.user_id join sys_user u on u.id = t.user_id
    where a.id = any(${[...alertIds]}::bigint[]) and u.status = 'enabled' and u.deleted_at is null and t.enabled and a.level = any(t.levels) and (t.kinds = '{}' or a.kind = any(t.kinds))
    on conflict (target_id, alert_id) do nothing`.execute(db);
}

/** Puts new alerts into their incidents and into the queue of deliveries. */
async function announce(
  db: Kysely<Database>,
  ids: readonly number[],
  { about, joinsOnly = false, kind, level = texts[kind].level }: NewAlert,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  if (about !== undefined) await joinIncident(db, [...ids], { about, joinsOnly, kind, level, now });
  await enqueueDeliveries(db, ids, now);
}

/** Alerts a user, or counts one more object in the alert with the same key that the user already got. */
export async function raiseCountedAlert(
  db: Kysely<Database>,
  userId: number,
  alert: Extract<NewAlert, { data: { count: number } }>,
  now: Date,
): Promise<void> {
  const raised = await insertAlerts(db, [userId], alert, now)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'dedupe_key']).doUpdateSet({
        data: sql`jsonb_set(alert.data, '{count}', to_jsonb((alert.data ->> 'count')::int + 1))`,
      }),
    )
    .returning(['id', sql<boolean>`xmax = 0`.as('is_new')])
    .execute();
  await announce(
    db,
    raised.filter(({ is_new }) => is_new).map(({ id }) => id),
    alert,
    now,
  );
}

/** Alerts users, except those who already got an alert with the same key. */
export async function raiseAlert(db: Kysely<Database>, userIds: readonly number[], alert: NewAlert, now: Date): Promise<void> {
  if (userIds.length === 0) return;
  const raised = await insertAlerts(db, userIds, alert, now)
    .onConflict((conflict) => conflict.columns(['user_id', 'dedupe_key']).doNothing())
    .returning('id')
    .execute();
  await announce(
    db,
    raised.map(({ id }) => id),
    alert,
    now,
  );
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
  const {
    title,
    pluralTitle = title,
    body,
  }: Pick<Texts, 'title' | 'pluralTitle' | 'body'> = 'accounts' in values && ofHosting ? ofHosting : usual;
  const titleWords = Number(values['count'] ?? 1) > 1 ? pluralTitle : title;
  return { title: fillText(titleWords[reader.language], values, reader), body: fillText(body[reader.language], values, reader) };
}

/** Title of an incident: the text of its likely cause, with the name of its subject. */
export function incidentTitle(cause: AlertKind, name: string, reader: Reader): string {
  const { title, ofIncident = title } = texts[cause];
  return fillText(ofIncident[reader.language], { name, policy: name }, reader);
}
