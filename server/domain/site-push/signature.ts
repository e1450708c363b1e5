import { createHmac, timingSafeEqual } from 'node:crypto';

/** Headers of a push: seconds since 1970, and `sha256=` with the HMAC of `<seconds>.<body>` in hexadecimal. */
export const TIME_HEADER = 'x-ads-timestamp';
export const SIGNATURE_HEADER = 'x-ads-signature';

/** A push must arrive this soon after it was signed, so that a copied one is of no use later. */
const MAX_AGE_S = 300;

export const signPush = (secret: string, seconds: number, body: string | Uint8Array): string =>
  `sha256=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`;

interface Signed {
  headers: Readonly<Record<string, unknown>>;
  body: Uint8Array;
}

/** What is wrong with the signature of a push, in words for the developer of the site; null when one of the secrets signed it just now. */
export function findSignatureFault(secrets: readonly string[], { headers, body }: Signed, now: Date): string | null {
  const [time, signature] = [headers[TIME_HEADER], headers[SIGNATURE_HEADER]];
  if (typeof time !== 'string' || !/^\d{1,12}$/.test(time)) return `${TIME_HEADER} must be the time in seconds since 1970`;
  if (typeof signature !== 'string' || !/^sha256=[0-9a-f]{64}$/.test(signature))
    return `${SIGNATURE_HEADER} must be sha256= and 64 hexadecimal digits`;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > MAX_AGE_S)
    return `${TIME_HEADER} differs by more than ${MAX_AGE_S / 60} minutes from the clock of the server`;
  const given = Buffer.from(signature);
  const isSigned = secrets.some((secret) => timingSafeEqual(given, Buffer.from(signPush(secret, Number(time), body))));
  return isSigned ? null : `${SIGNATURE_HEADER} does not fit the body and ${TIME_HEADER}`;
}
