import { isOnlyHere, readObject, readText, writeObject, writeText } from './storage.ts';

const TOKEN = 'token';
const USER = 'user-store';

/** Holds the token; machines know it only by its serial number. */
export interface TokenVault {
  /** Returns an empty token and 0 while signed out. */
  held(): { token: string; serial: number };
  /** Stores a new token and returns its serial number. */
  keep(token: string): number;
  /** Whether another tab removed or replaced the token. */
  isForeign(): boolean;
  /** Whether other tabs cannot see the token, so that they must be told when it ends. */
  isPrivate(): boolean;
}

export function openVault(): TokenVault {
  const storedUser = readObject(USER);
  let token = readText(TOKEN) ?? (typeof storedUser?.token === 'string' ? storedUser.token : '');
  let serial = token ? 1 : 0;
  return {
    held: () => ({ token, serial }),
    keep(fresh) {
      token = fresh;
      serial += 1;
      writeText(TOKEN, token);
      writeObject(USER, { token });
      return serial;
    },
    isForeign: () => token !== '' && readText(TOKEN) !== token,
    isPrivate: () => isOnlyHere(TOKEN),
  };
}

/** The stored user of an earlier visit, unchecked. */
export function storedUser(): Record<string, unknown> | undefined {
  const { token: _, ...user } = readObject(USER) ?? {};
  return Object.keys(user).length > 0 ? user : undefined;
}

export const storeUser = (user: object, token: string): void => writeObject(USER, { ...user, token });
