// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearAll, isMemoryOnly, readText, writeText } from './storage.ts';
import { openVault } from './token-vault.ts';

beforeEach(() => clearAll());
afterEach(() => vi.restoreAllMocks());

/** A storage without room for new values; existing values stay. */
const createFullStorage = () => {
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

describe('storage', () => {
  it('shows what another tab cleared, also for values that this tab wrote', () => {
    writeText('token', 'one');
    localStorage.clear();
    expect(readText('token')).toBeUndefined();
  });

  it.each([
    ['full', createFullStorage],
    ['forbidden', forbidden],
  ])('falls back to memory when it is %s', (_, breakStorage) => {
    breakStorage();
    writeText('token', 'one');
    expect(readText('token')).toBe('one');
    expect(isMemoryOnly('token')).toBe(true);
    clearAll();
    expect(readText('token')).toBeUndefined();
  });

  it('does not show an old value after it became full', () => {
    writeText('token', 'old');
    createFullStorage();
    writeText('token', 'new');
    expect(readText('token')).toBe('new');
  });
});

describe('vault', () => {
  it('notices a sign-out in another tab, whichever tab signed in', () => {
    const vault = openVault();
    vault.save('one');
    expect(vault.isForeign()).toBe(false);
    localStorage.clear();
    expect(vault.isForeign()).toBe(true);
  });

  it('notices that another tab signed in as a different user', () => {
    const vault = openVault();
    vault.save('one');
    localStorage.setItem('token', 'two');
    expect(vault.isForeign()).toBe(true);
  });

  it('knows that other tabs cannot see its token without storage', () => {
    forbidden();
    const vault = openVault();
    vault.save('one');
    expect(vault.isForeign()).toBe(false);
    expect(vault.isPrivate()).toBe(true);
  });
});
