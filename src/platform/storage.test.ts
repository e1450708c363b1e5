// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearAll, isOnlyHere, readText, writeText } from './storage.ts';
import { openVault } from './token-vault.ts';

beforeEach(() => clearAll());
afterEach(() => vi.restoreAllMocks());

/** A storage with no room left for what is new; what stands there stays. */
const full = () => {
  const storage = window.localStorage;
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue({
    ...storage,
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    clear: () => storage.clear(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
};
const forbidden = () =>
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });

describe('the storage', () => {
  it('shows what another tab cleared, also of what this tab wrote', () => {
    writeText('token', 'one');
    localStorage.clear();
    expect(readText('token')).toBeUndefined();
  });

  it.each([
    ['full', full],
    ['forbidden', forbidden],
  ])('that is %s keeps nothing, and the page remembers all the same', (_, spoil) => {
    spoil();
    writeText('token', 'one');
    expect(readText('token')).toBe('one');
    expect(isOnlyHere('token')).toBe(true);
    clearAll();
    expect(readText('token')).toBeUndefined();
  });

  it('that became full does not show what stood there before', () => {
    writeText('token', 'old');
    full();
    writeText('token', 'new');
    expect(readText('token')).toBe('new');
  });
});

describe('the vault', () => {
  it('sees that another tab signed out, whoever signed in', () => {
    const vault = openVault();
    vault.keep('one');
    expect(vault.isForeign()).toBe(false);
    localStorage.clear();
    expect(vault.isForeign()).toBe(true);
  });

  it('sees that another tab signed in as somebody else', () => {
    const vault = openVault();
    vault.keep('one');
    localStorage.setItem('token', 'two');
    expect(vault.isForeign()).toBe(true);
  });

  it('knows that other tabs cannot see its token where there is no storage', () => {
    forbidden();
    const vault = openVault();
    vault.keep('one');
    expect(vault.isForeign()).toBe(false);
    expect(vault.isPrivate()).toBe(true);
  });
});
