import { createHmac } from 'node:crypto';
import type { AlertKind, AlertLevel, AlertTargetFormat, DeliveryProblem } from '#contracts/vocabulary/alerts.ts';
import { alertLevelWords } from '#contracts/vocabulary/alerts.ts';
import type { Language } from '../messages.ts';
import type { WebhookAnswer, WebhookRequest } from '../webhook.ts';

export interface SentAlert {
  id: number;
  level: AlertLevel;
  kind: AlertKind;
  title: string;
  body: string;
  /** A path inside the console. */
  link: string | null;
  created_at: string;
  incident: { id: number; title: string } | null;
}

/** One message with one or more alerts; a test message has none. */
export interface Message {
  /** Equal when the same message is sent again. */
  id: string;
  language: Language;
  /** Makes the links of the alerts absolute; without it, texts have no links and the JSON format has paths. */
  publicUrl?: string | undefined;
  alerts: readonly SentAlert[];
}

interface Target {
  address: string;
  secret: string | null;
}

export type Outcome = { ok: true } | { ok: false; problem: DeliveryProblem; code: string | null; retryAfterS?: number | undefined };

/** Robots that demand a keyword accept this one, because every message begins with it. */
const HEADINGS: Readonly<Record<Language, string>> = { zh: '广告投放系统', en: 'ad delivery' };

/** Longest text in bytes; WeCom has the smallest limit of the services. */
const MAX_TEXT_BYTES = 2_000;

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text);

function describeHeading({ language, alerts }: Message): string {
  const count = alerts.length;
  if (count === 0) return language === 'zh' ? `${HEADINGS.zh}：测试消息，推送已接通` : `${HEADINGS.en}: test message, delivery works`;
  if (language === 'zh') return `${HEADINGS.zh}：${count} 条提醒`;
  return `${HEADINGS.en}: ${count === 1 ? '1 alert' : `${count} alerts`}`;
}

/** Text of a message, shortened by whole alerts to what every service accepts. */
export function toText(message: Message): string {
  const { language, publicUrl, alerts } = message;
  const lines = alerts.map(({ level, title, body, link }) => {
    const address = publicUrl === undefined || link === null ? '' : publicUrl + link;
    return [`[${alertLevelWords[level][language]}] ${title}`, body, address].filter((line) => line !== '').join('\n');
  });
  for (let count = lines.length; count >= 0; count -= 1) {
    const left = lines.length - count;
    const rest = left === 0 ? [] : [language === 'zh' ? `另有 ${left} 条，请到系统中查看` : `${left} more in the console`];
    const text = [describeHeading(message), ...lines.slice(0, count), ...rest].join('\n');
    if (Buffer.byteLength(text) <= MAX_TEXT_BYTES) return text;
  }
  return describeHeading(message);
}

type Built = Pick<WebhookRequest, 'address' | 'body'> & { headers?: WebhookRequest['headers'] };

/** Requests of each service, signed as it demands. */
const builders: Readonly<Record<AlertTargetFormat, (target: Target, message: Message, now: Date) => Built>> = {
  feishu({ address, secret }, message, now) {
    const timestamp = String(Math.floor(now.getTime() / 1_000));
    // The signed text is the key of the signature, whose content is empty.
    const signed = secret === null ? {} : { timestamp, sign: hmac(`${timestamp}\n${secret}`, '').digest('base64') };
    return { address, body: JSON.stringify({ ...signed, msg_type: 'text', content: { text: toText(message) } }) };
  },
  dingtalk({ address, secret }, message, now) {
    const url = new URL(address);
    if (secret !== null) {
      const timestamp = String(now.getTime());
      url.searchParams.set('timestamp', timestamp);
      url.searchParams.set('sign', hmac(secret, `${timestamp}\n${secret}`).digest('base64'));
    }
    return { address: url.href, body: JSON.stringify({ msgtype: 'text', text: { content: toText(message) } }) };
  },
  wecom: ({ address }, message) => ({ address, body: JSON.stringify({ msgtype: 'text', text: { content: toText(message) } }) }),
  slack({ address }, message) {
    const text = toText(message).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return { address, body: JSON.stringify({ text, mrkdwn: false }) };
  },
  json({ address, secret }, { id, publicUrl = '', alerts: alertsOfConsole }, now) {
    const timestamp = String(Math.floor(now.getTime() / 1_000));
    const alerts = alertsOfConsole.map((alert) => ({ ...alert, link: alert.link === null ? null : publicUrl + alert.link }));
    const body = JSON.stringify({ id, type: alerts.length === 0 ? 'test' : 'alerts', sent_at: now.toISOString(), alerts });
    const signed: Record<string, string> =
      secret === null ? {} : { 'x-alert-signature': `sha256=${hmac(secret, `${timestamp}.${body}`).digest('hex')}` };
    return { address, body, headers: { 'x-alert-id': id, 'x-alert-timestamp': timestamp, ...signed } };
  },
};

export function buildRequest(format: AlertTargetFormat, target: Target, message: Message, now: Date): WebhookRequest {
  return { headers: {}, ...builders[format](target, message, now) };
}

/** Problems by the services' own codes, which come with HTTP status 200. */
const problemsByCode: Readonly<Partial<Record<AlertTargetFormat, Readonly<Record<number, DeliveryProblem>>>>> = {
  feishu: {
    9499: 'rate_limited',
    11232: 'rate_limited',
    19001: 'wrong_address',
    19021: 'wrong_signature',
    19022: 'sender_refused',
    19024: 'missing_keyword',
  },
  dingtalk: { [-1]: 'receiver_failed', 130101: 'rate_limited', 300001: 'wrong_address', 300005: 'wrong_address' },
  wecom: { [-1]: 'receiver_failed', 40014: 'wrong_address', 45009: 'rate_limited', 93000: 'wrong_address' },
};

/** DingTalk has one code for everything that its security settings refuse. */
const DINGTALK_SECURITY = 310_000;

function describeSecurity(text: string): DeliveryProblem {
  if (/keyword/i.test(text)) return 'missing_keyword';
  return /\bip\b|whitelist/i.test(text) ? 'sender_refused' : 'wrong_signature';
}

interface ServiceAnswer {
  code?: unknown;
  StatusCode?: unknown;
  errcode?: unknown;
  errmsg?: unknown;
}

function parseAnswer(body: string): ServiceAnswer {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

function readServiceAnswer(format: AlertTargetFormat, body: string): Outcome {
  const { code, StatusCode, errcode, errmsg } = parseAnswer(body);
  const found = format === 'feishu' ? (code ?? StatusCode) : errcode;
  if (typeof found !== 'number') return { ok: false, problem: 'wrong_address', code: null };
  if (found === 0) return { ok: true };
  const isSecurity = format === 'dingtalk' && found === DINGTALK_SECURITY;
  const problem = isSecurity ? describeSecurity(String(errmsg)) : (problemsByCode[format]?.[found] ?? 'refused');
  return { ok: false, problem, code: String(found) };
}

function describeStatus(status: number): DeliveryProblem {
  if (status >= 500) return 'receiver_failed';
  if (status >= 300 && status < 400) return 'redirected';
  if (status === 429) return 'rate_limited';
  if (status === 408) return 'timeout';
  if (status === 404 || status === 410) return 'wrong_address';
  return 'refused';
}

/** What the answer of a service means. The answer's text is not kept, because it may repeat the address. */
export function readAnswer(format: AlertTargetFormat, answer: WebhookAnswer): Outcome {
  if ('problem' in answer) return { ok: false, problem: answer.problem, code: null };
  const { status, body, retryAfterS } = answer;
  const service = format === 'slack' || format === 'json' ? undefined : readServiceAnswer(format, body);
  // Services may explain an HTTP error by a code of their own.
  if (service !== undefined && !service.ok && service.code !== null) return { ...service, retryAfterS };
  if (status < 200 || status >= 300) {
    const isForbidden = status === 401 || status === 403;
    const problem = isForbidden ? (format === 'json' ? 'wrong_signature' : 'wrong_address') : describeStatus(status);
    return { ok: false, problem, code: `HTTP ${status}`, retryAfterS };
  }
  return service ?? { ok: true };
}

/** Problems that sending again cannot solve. */
const lastingProblems: readonly DeliveryProblem[] = [
  'private_address',
  'insecure',
  'redirected',
  'wrong_address',
  'wrong_signature',
  'missing_keyword',
  'sender_refused',
  'refused',
];

/** Minutes until the next attempt, by the number of attempts made. */
const PAUSES_MIN = [1, 2, 5, 15, 60, 180, 360] as const;
const MAX_RETRY_AFTER_S = 3_600;

/** When to send again; undefined when there is no use in it. */
export function nextAttempt(outcome: Exclude<Outcome, { ok: true }>, attempts: number, now: Date): Date | undefined {
  const minutes = PAUSES_MIN[attempts - 1];
  if (minutes === undefined || lastingProblems.includes(outcome.problem)) return undefined;
  const pauseS = Math.max(minutes * 60, Math.min(outcome.retryAfterS ?? 0, MAX_RETRY_AFTER_S));
  return new Date(now.getTime() + pauseS * 1_000);
}
