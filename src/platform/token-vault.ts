import { isOnlyHere, readObject, readText, writeObject, writeText } from './storage.ts';

const TOKEN = 'token';
const USER = 'user-store';

/** Where the token is kept; machines know it only by its number. */
export interface TokenVault {
  /** An empty token and 0 while nobody is signed in. */
  held(): { token: string; serial: number };
  /** Keeps a new token and answers with its number. */
  keep(token: string): number;
  /** Whether another tab has taken the token away or put another in its place. */
  isForeign(): boolean;
  /** Whether other tabs cannot see the token, so that they have to be told of its end. */
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

/** What an earlier visit knew of the user, unchecked. */
export function storedUser(): Record<string, unknown> | undefined {
  const { token: _, ...user } = readObject(USER) ?? {};
  return Object.keys(user).length > 0 ? user : undefined;
}

export const storeUser = (user: object, token: string): void => writeObject(USER, { ...user, token });
