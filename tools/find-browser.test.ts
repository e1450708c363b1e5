import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBrowser, hasBestBrowser, provideBrowser } from './find-browser.mjs';

describe('the search for a browser', () => {
  let folder: string;
  const program = (name: string) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o755);
    return file;
  };
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-browser-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('takes the one named in CHROMIUM before any other', () => {
    const own = program('own/browser');
    const onPath = program('bin/chromium');
    expect(findBrowser({ CHROMIUM: own, PATH: path.dirname(onPath) })).toBe(own);
  });

  it('prefers the newest of Playwright to the one of the system', () => {
    const system = program('bin/chromium');
    program('cache/chromium-999/chrome-linux/chrome');
    const newest = program('cache/chromium-1200/chrome-linux/chrome');
    expect(findBrowser({ PLAYWRIGHT_BROWSERS_PATH: path.join(folder, 'cache'), PATH: path.dirname(system) })).toBe(newest);
  });

  it('prefers a headless shell to a whole browser, unless that is named', () => {
    const whole = program('bin/chromium');
    const PATH = path.dirname(whole);
    const PLAYWRIGHT_BROWSERS_PATH = path.join(folder, 'cache');
    program('cache/chromium-1200/chrome-linux/chrome');
    expect(hasBestBrowser({ PATH, PLAYWRIGHT_BROWSERS_PATH })).toBe(false);
    const shell = program('bin/chromium-headless-shell');
    expect(findBrowser({ PATH, PLAYWRIGHT_BROWSERS_PATH })).toBe(shell);
    expect(hasBestBrowser({ PATH, PLAYWRIGHT_BROWSERS_PATH })).toBe(true);
    const own = program('cache/chromium_headless_shell-1200/chrome-linux/headless_shell');
    expect(findBrowser({ PATH, PLAYWRIGHT_BROWSERS_PATH })).toBe(own);
    expect(hasBestBrowser({ CHROMIUM: whole })).toBe(true);
    expect(findBrowser({ CHROMIUM: whole, PATH })).toBe(whole);
  });

  it('does not fall back silently when CHROMIUM is wrong, and names it', () => {
    const wrong = path.join(folder, 'nothing');
    expect(provideBrowser(() => undefined, { CHROMIUM: wrong, PATH: '/usr/bin' })).toEqual({ advice: expect.stringContaining(wrong) });
  });
});
