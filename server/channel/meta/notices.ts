import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MetaConfig } from './config.ts';
import { isAnswer, optionalText } from './graph/answer.ts';
import { parseJson } from './graph/errors.ts';

/** Compares in constant time whether the network signed the text. */
function isSigned(secret: string, text: string, signature: Uint8Array): boolean {
  const expected = createHmac('sha256', secret).update(text).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

/** The id of the person in a signed notice of the network; null unless the app secret signed it. */
export function readSignedPerson({ appSecret }: Pick<MetaConfig, 'appSecret'>, signed: string): string | null {
  const [signature = '', payload = '', ...rest] = signed.split('.');
  if (payload === '' || rest.length > 0 || !isSigned(appSecret, payload, Buffer.from(signature, 'base64url'))) return null;
  const notice = parseJson(Buffer.from(payload, 'base64url').toString('utf8'));
  if (!isAnswer(notice) || notice['algorithm'] !== 'HMAC-SHA256') return null;
  return optionalText(notice, 'user_id');
}
