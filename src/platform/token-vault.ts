import { isMemoryOnly, readObject, readText, writeObject, writeText } from './storage.ts';

const TOKEN = 'token';
const USER = 'user-store';

/** Holds the token; machines know it only by its serial number. */
export interface TokenVault {
  /** Returns an empty token and 0 while signed out. */
  current(): { token: string; serial: number };
  /** Stores a new token and returns its serial number. */
  save(token: string): number;
  /** Whether another tab removed or replaced the token. */
  isForeign(): boolean;
  /** Whether other tabs cannot see the token, so that they must be told when it ends. */
  isPrivate(): boolean;
}

export function openVault(): TokenVault {
  const user = readObject(USER);
  let token = readText(TOKEN) ?? (typeof user?.token === 'string' ? user.token : '');
  let serial = token ? 1 : 0;
  return {
    current: () => ({ token, serial }),
    save(newToken) {
      token = newToken;
      serial += 1;
      writeText(TOKEN, token);
      writeObject(USER, { token });
      return serial;
    },
    isForeign: () => token !== '' && readText(TOKEN) !== token,
    isPrivate: () => isMemoryOnly(TOKEN),
  };
}

/** The stored user of an earlier visit, unchecked. */
export function readStoredUser(): Record<string, unknown> | undefined {
  const { token: _, ...user } = readObject(USER) ?? {};
  return Object.keys(user).length > 0 ? user : undefined;
}

export const storeUser = (user: object, token: string): void => writeObject(USER, { ...user, token });
