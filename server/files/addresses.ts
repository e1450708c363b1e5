import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedAddress } from '#server/domain/files.ts';
import { typeOfKey } from './keys.ts';

/** Longest lifetime of an address. */
const LIFETIME_MS = 2 * 60 * 60_000;
/** Expiry times are rounded to steps, so that a reloaded page has the same addresses and the browser can reuse its cache. */
const STEP_MS = 10 * 60_000;
export const FILES_PATH = '/api/files/';
/** No file system allows longer names. */
const MAX_NAME_LENGTH = 255;

/** The file behind a signed address. */
export interface AddressedFile {
  key: string;
  download: string | undefined;
}

export interface Addresses {
  sign(key: string, now: Date, download?: string): SignedAddress;
  /** Undefined when the address has expired, was changed or was not signed here. */
  read(key: string, query: Readonly<Record<string, unknown>>, now: Date): AddressedFile | undefined;
}

export function createAddresses(signingKey: Buffer): Addresses {
  const createSignature = (key: string, expires: string, name: string) =>
    createHmac('sha256', signingKey)
      .update(JSON.stringify(['v1', key, expires, name]))
      .digest();
  return {
    sign(key, now, download) {
      if (typeOfKey(key) === undefined) throw new Error('only kept files have an address');
      const expires_at = new Date(Math.floor((now.getTime() + LIFETIME_MS) / STEP_MS) * STEP_MS);
      const expires = String(expires_at.getTime() / 1_000);
      // Replaces unpaired surrogates, which an address would not preserve.
      const name = Buffer.from((download ?? '').slice(0, MAX_NAME_LENGTH)).toString();
      const query = new URLSearchParams({
        expires,
        ...(name === '' ? {} : { name }),
        signature: createSignature(key, expires, name).toString('base64url'),
      });
      return { url: `${FILES_PATH}${key}?${query.toString()}`, expires_at };
    },
    read(key, { expires, name = '', signature: given, ...rest }, now) {
      if (typeof expires !== 'string' || typeof given !== 'string' || typeof name !== 'string' || Object.keys(rest).length > 0)
        return undefined;
      const expected = createSignature(key, expires, name);
      const received = Buffer.from(given, 'base64url');
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined;
      if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1_000 <= now.getTime() || typeOfKey(key) === undefined) return undefined;
      return { key, download: name === '' ? undefined : name };
    },
  };
}
