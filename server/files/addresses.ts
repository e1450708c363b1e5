import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedAddress } from '#server/domain/files.ts';
import { typeOfKey } from './keys.ts';

/** An address is good for two hours at most. */
const LIFE_MS = 2 * 60 * 60_000;
/** Ends fall on whole portions of this, so that a page asked for again shows the same addresses and a browser its kept pictures. */
const STEP_MS = 10 * 60_000;
export const FILES_PATH = '/api/files/';
/** A name longer than any file system takes is none that a person gave. */
const NAME_MAX = 255;

/** What a signed address stands for. */
export interface AddressedFile {
  key: string;
  download: string | undefined;
}

export interface Addresses {
  sign(key: string, now: Date, download?: string): SignedAddress;
  /** Undefined when it is over, was changed, or never was one of ours. */
  read(key: string, query: Readonly<Record<string, unknown>>, now: Date): AddressedFile | undefined;
}

export function createAddresses(signingKey: Buffer): Addresses {
  const signature = (key: string, expires: string, name: string) =>
    createHmac('sha256', signingKey)
      .update(JSON.stringify(['v1', key, expires, name]))
      .digest();
  return {
    sign(key, now, download) {
      if (typeOfKey(key) === undefined) throw new Error('only kept files have an address');
      const expires_at = new Date(Math.floor((now.getTime() + LIFE_MS) / STEP_MS) * STEP_MS);
      const expires = String(expires_at.getTime() / 1_000);
      // Half a pair of UTF-16 would not come back from an address as it went.
      const name = Buffer.from((download ?? '').slice(0, NAME_MAX)).toString();
      const query = new URLSearchParams({
        expires,
        ...(name === '' ? {} : { name }),
        signature: signature(key, expires, name).toString('base64url'),
      });
      return { url: `${FILES_PATH}${key}?${query.toString()}`, expires_at };
    },
    read(key, { expires, name = '', signature: given, ...rest }, now) {
      if (typeof expires !== 'string' || typeof given !== 'string' || typeof name !== 'string' || Object.keys(rest).length > 0)
        return undefined;
      const wanted = signature(key, expires, name);
      const brought = Buffer.from(given, 'base64url');
      if (brought.length !== wanted.length || !timingSafeEqual(brought, wanted)) return undefined;
      if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1_000 <= now.getTime() || typeOfKey(key) === undefined) return undefined;
      return { key, download: name === '' ? undefined : name };
    },
  };
}
