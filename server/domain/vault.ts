import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** One key of 256 bits; its name stands in what it sealed. */
export interface VaultKey {
  /** 1 to 16 of `a-z0-9_-`. */
  readonly id: string;
  readonly key: Buffer;
}

/** Keeps what others entrusted to us: tokens of people and pages, keys for server events. AES-256-GCM. */
export interface Vault {
  /** Sealed for one place, such as `personal_account.access_token`: what is moved elsewhere cannot be opened there. */
  seal(secret: string, place: string): string;
  /** Throws where it was sealed for another place, by a key this server lacks, or was tampered with. */
  open(sealed: string, place: string): string;
  /** True where another key than the first sealed it: a rotation has not come by yet. */
  isOld(sealed: string): boolean;
  /** A key of its own for another purpose, derived from the first: signatures of addresses, say. */
  derive(purpose: string): Buffer;
}

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Of something sealed: never says what it held. */
export class VaultProblem extends Error {}

/** The first key seals; every key opens. */
export function createVault(keys: readonly VaultKey[]): Vault {
  const [current] = keys;
  if (current === undefined) throw new VaultProblem('the vault has no key');
  const byId = new Map(keys.map((each) => [each.id, each.key]));
  if (byId.size !== keys.length) throw new VaultProblem('two keys of the vault have one name');

  return {
    seal(secret, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${VERSION}.${current.id}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    open(sealed, place) {
      const [version, id = '', text = ''] = sealed.split('.');
      const key = byId.get(id);
      if (version !== VERSION) throw new VaultProblem(`something sealed for ${place} has an unknown form`);
      if (key === undefined) throw new VaultProblem(`something sealed for ${place} needs the key "${id}", which this server was not given`);
      const bytes = Buffer.from(text, 'base64url');
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(place))
          .setAuthTag(tag);
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
      } catch {
        throw new VaultProblem(`something sealed for ${place} cannot be opened: it was changed, or sealed for another place`);
      }
    },
    isOld: (sealed) => sealed.split('.')[1] !== current.id,
    derive: (purpose) => Buffer.from(hkdfSync('sha256', current.key, Buffer.alloc(0), purpose, 32)),
  };
}
