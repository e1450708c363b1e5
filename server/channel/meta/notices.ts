import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ChannelNotices, NoticedChange, NoticeHeaders } from '../ad-platform.ts';
import type { MetaConfig } from './config.ts';
import { answersOf, isAnswer, optionalAnswer, optionalText } from './graph/answer.ts';
import { parseJson } from './graph/errors.ts';
import { accountIdOf } from './ids.ts';

type Keys = Pick<MetaConfig, 'appSecret' | 'webhookToken'>;

const hashOf = (secret: string, text: string | Uint8Array): Buffer => createHmac('sha256', secret).update(text).digest();

/** Compares in constant time. */
const isSame = (one: Uint8Array, other: Uint8Array): boolean => one.length === other.length && timingSafeEqual(one, other);

/** The id of the person in a signed notice of the network; null unless the app secret signed it. */
export function readSignedPerson({ appSecret }: Pick<Keys, 'appSecret'>, signed: string): string | null {
  const [signature = '', payload = '', ...rest] = signed.split('.');
  if (payload === '' || rest.length > 0 || !isSame(hashOf(appSecret, payload), Buffer.from(signature, 'base64url'))) return null;
  const notice = parseJson(Buffer.from(payload, 'base64url').toString('utf8'));
  if (!isAnswer(notice) || notice['algorithm'] !== 'HMAC-SHA256') return null;
  return optionalText(notice, 'user_id');
}

/** Repeats the challenge of the network when it knows the token that the operator agreed on with it. */
export function answerSubscription({ webhookToken }: Keys, query: Readonly<Record<string, unknown>>): string | null {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
  if (webhookToken === undefined || mode !== 'subscribe' || typeof token !== 'string' || typeof challenge !== 'string') return null;
  // Hashes have one length, so that the comparison tells nothing about the length of the token either.
  if (!isSame(hashOf(webhookToken, token), hashOf(webhookToken, webhookToken))) return null;
  return /^[\w-]{1,200}$/.test(challenge) ? challenge : null;
}

/** Changes of objects that a synchronisation reads. Advice and wear of creatives are nothing that it knows. */
const CHANGES = new Set(['with_issues_ad_objects', 'in_process_ad_objects', 'effective_status']);
/** Ids are longer than exact numbers, so that one that came as a number is not used. */
const ID = /^\d{1,30}$/;

const idOf = (value: unknown): string | null => (typeof value === 'string' && ID.test(value) ? value : null);

/** Objects of which a notice tells; null unless the app secret signed it. Fields that are not known are passed over. */
export function readChanges(keys: Keys, body: Uint8Array, headers: NoticeHeaders): NoticedChange[] | null {
  const signature = headers['x-hub-signature-256'];
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(typeof signature === 'string' ? signature : '') ?? [];
  if (hex === undefined || !isSame(hashOf(keys.appSecret, body), Buffer.from(hex, 'hex'))) return null;
  const notice = parseJson(Buffer.from(body).toString('utf8'));
  if (!isAnswer(notice) || notice['object'] !== 'ad_account') return [];
  return answersOf(notice, 'entry').flatMap((entry) => {
    const account = idOf(accountIdOf(optionalText(entry, 'id') ?? ''));
    if (account === null) return [];
    return answersOf(entry, 'changes').flatMap((change) => {
      const id = idOf(optionalAnswer(change, 'value')?.['id']);
      return id !== null && CHANGES.has(optionalText(change, 'field') ?? '') ? [{ account, id }] : [];
    });
  });
}

export const createNotices = (config: Keys): ChannelNotices => ({
  connector: 'meta',
  readSignedPerson: (signed) => readSignedPerson(config, signed),
  answerSubscription: (query) => answerSubscription(config, query),
  readChanges: (body, headers) => readChanges(config, body, headers),
});
