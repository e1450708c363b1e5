import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBrowser, provideBrowser } from './find-browser.mjs';

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

  it('does not fall back silently when CHROMIUM is wrong, and names it', () => {
    const wrong = path.join(folder, 'nothing');
    expect(provideBrowser(() => undefined, { CHROMIUM: wrong, PATH: '/usr/bin' })).toEqual({ advice: expect.stringContaining(wrong) });
  });
});
