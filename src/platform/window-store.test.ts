// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetFarewell, readFarewell, writeFarewell } from './window-store.ts';

/** As after a reload: what was in variables is gone. */
const reloaded = async () => {
  vi.resetModules();
  return await import('./window-store.ts');
};

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('the name of a window', () => {
  it('is made up once, and is the same after a reload', async () => {
    const { windowName } = await reloaded();
    expect(windowName(() => 'first')).toBe('first');
    expect(windowName(() => 'second')).toBe('first');
    expect((await reloaded()).windowName(() => 'third')).toBe('first');
  });

  it('is another one in a window that was never named', async () => {
    expect((await reloaded()).windowName(() => 'first')).toBe('first');
    sessionStorage.clear();
    expect((await reloaded()).windowName(() => 'second')).toBe('second');
  });

  it('holds as long as the page where nothing can be stored', async () => {
    vi.stubGlobal('sessionStorage', undefined);
    const { windowName } = await reloaded();
    expect(windowName(() => 'first')).toBe('first');
    expect(windowName(() => 'second')).toBe('first');
  });
});

describe('the work in a window', () => {
  it('is found again by whoever left it', async () => {
    const { readWork, writeWork } = await reloaded();
    writeWork(7, { tabs: ['/index'] });
    expect((await reloaded()).readWork(7)).toEqual({ tabs: ['/index'] });
    expect(readWork(7)).toEqual({ tabs: ['/index'] });
  });

  it('is never shown to another person, and gone as soon as one asks: nor does its owner find it then', async () => {
    const { readWork, writeWork } = await reloaded();
    writeWork(7, { tabs: ['/sys/accounts'] });
    expect(readWork(8)).toBeUndefined();
    expect(sessionStorage.getItem('workspace')).toBeNull();
    expect(readWork(7)).toBeUndefined();
  });

  it('is forgotten at a sign-out', async () => {
    const { forgetWork, readWork, writeWork } = await reloaded();
    writeWork(7, { tabs: [] });
    forgetWork();
    expect(readWork(7)).toBeUndefined();
  });

  it.each(['{', 'null', '7', '{"work":{}}', '{"user":"7","work":{}}'])('is none where %s was stored', async (text) => {
    sessionStorage.setItem('workspace', text);
    expect((await reloaded()).readWork(7)).toBeUndefined();
  });
});

describe('the reason of the end', () => {
  it('survives that the local storage is cleared, until it is forgotten', () => {
    writeFarewell({ end: 'expired', account: 'li', hasWork: true });
    localStorage.clear();
    expect(readFarewell()).toEqual({ end: 'expired', account: 'li', hasWork: true });
    forgetFarewell();
    expect(readFarewell()).toBeNull();
  });

  it('is none where the storage is spoiled', () => {
    sessionStorage.setItem('session-end', '{{{');
    expect(readFarewell()).toBeUndefined();
  });
});
