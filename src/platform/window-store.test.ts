// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetFarewell, readFarewell, writeFarewell } from './window-store.ts';

/** Simulates a reload: variables are lost. */
const reloaded = async () => {
  vi.resetModules();
  return await import('./window-store.ts');
};

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('window name', () => {
  it('is created once and survives a reload', async () => {
    const { windowName } = await reloaded();
    expect(windowName(() => 'first')).toBe('first');
    expect(windowName(() => 'second')).toBe('first');
    expect((await reloaded()).windowName(() => 'third')).toBe('first');
  });

  it('differs in a new window', async () => {
    expect((await reloaded()).windowName(() => 'first')).toBe('first');
    sessionStorage.clear();
    expect((await reloaded()).windowName(() => 'second')).toBe('second');
  });

  it('lives as long as the page where nothing can be stored', async () => {
    vi.stubGlobal('sessionStorage', undefined);
    const { windowName } = await reloaded();
    expect(windowName(() => 'first')).toBe('first');
    expect(windowName(() => 'second')).toBe('first');
  });
});

describe('work in a window', () => {
  it('is restored for the user who left it', async () => {
    const { readWork, writeWork } = await reloaded();
    writeWork(7, { tabs: ['/index'] });
    expect((await reloaded()).readWork(7)).toEqual({ tabs: ['/index'] });
    expect(readWork(7)).toEqual({ tabs: ['/index'] });
  });

  it('is never shown to another user, and is deleted as soon as another user reads it', async () => {
    const { readWork, writeWork } = await reloaded();
    writeWork(7, { tabs: ['/sys/accounts'] });
    expect(readWork(8)).toBeUndefined();
    expect(sessionStorage.getItem('workspace')).toBeNull();
    expect(readWork(7)).toBeUndefined();
  });

  it('is deleted at sign-out', async () => {
    const { forgetWork, readWork, writeWork } = await reloaded();
    writeWork(7, { tabs: [] });
    forgetWork();
    expect(readWork(7)).toBeUndefined();
  });

  it.each(['{', 'null', '7', '{"work":{}}', '{"user":"7","work":{}}'])('is empty when %s was stored', async (text) => {
    sessionStorage.setItem('workspace', text);
    expect((await reloaded()).readWork(7)).toBeUndefined();
  });
});

describe('reason of the session end', () => {
  it('survives clearing the local storage until it is read', () => {
    writeFarewell({ end: 'expired', account: 'li', hasWork: true });
    localStorage.clear();
    expect(readFarewell()).toEqual({ end: 'expired', account: 'li', hasWork: true });
    forgetFarewell();
    expect(readFarewell()).toBeNull();
  });

  it('is absent when the storage is corrupt', () => {
    sessionStorage.setItem('session-end', '{{{');
    expect(readFarewell()).toBeUndefined();
  });
});
