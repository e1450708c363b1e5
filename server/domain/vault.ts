import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A key of 256 bits; its name is part of everything it seals. */
export interface VaultKey {
  /** 1 to 16 characters of `a-z0-9_-`. */
  readonly id: string;
  readonly key: Buffer;
}

/** Encrypts entrusted secrets with AES-256-GCM: tokens of people and pages, keys for server events. */
export interface Vault {
  /** Encrypts a secret for one place, such as `personal_account.access_token`; it cannot be opened for another place. */
  seal(secret: string, place: string): string;
  /** Throws when it was sealed for another place or with an unknown key, or was tampered with. */
  open(sealed: string, place: string): string;
  /** True when it was not sealed with the first key, so that a rotation has to seal it again. */
  isOld(sealed: string): boolean;
  /** Derives a separate key for another purpose, such as signed addresses, from the first key. */
  derive(purpose: string): Buffer;
}

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A problem with a sealed secret; the message never reveals its content. */
export class VaultProblem extends Error {}

/** Creates a vault. The first key seals; every key opens. */
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
