import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isEnough, needsBuild, needsInstall, requireNode, sourcesHash } from './prepare.mjs';

describe('the preparation of a checkout', () => {
  let folder: string;
  const put = (name: string, text = '') => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  const age = (name: string, seconds: number) => {
    const at = Date.now() / 1000 - seconds;
    utimesSync(path.join(folder, name), at, at);
  };
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-prepare-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['20.19.0', true],
    ['20.20.2', true],
    ['22.0.0', true],
    ['20.18.9', false],
    ['18.20.0', false],
  ])('knows whether Node %s is new enough', (version, enough) => {
    expect(isEnough(version, '>=20.19')).toBe(enough);
  });

  it('says which Node is needed', () => {
    put('package.json', JSON.stringify({ engines: { node: '>=999' } }));
    expect(() => requireNode(folder)).toThrow(/Node\.js >=999 is needed; this is \d/);
  });

  it('installs when there are no packages', () => {
    put('package-lock.json', '{}');
    expect(needsInstall(folder)).toBe(true);
  });

  it('installs when the lockfile is newer than the packages, not when it is older', () => {
    put('package-lock.json', '{}');
    put('node_modules/.package-lock.json', '{}');
    age('package-lock.json', 100);
    expect(needsInstall(folder)).toBe(false);
    age('node_modules/.package-lock.json', 200);
    expect(needsInstall(folder)).toBe(true);
  });

  it('builds when there is no build, and when a source has changed since', () => {
    put('src/app/main.tsx', 'one');
    expect(needsBuild(folder)).toBe(true);
    put('dist/console/index.html');
    put('dist/console.built-from', sourcesHash(folder));
    expect(needsBuild(folder)).toBe(false);
    put('src/app/main.tsx', 'two');
    expect(needsBuild(folder)).toBe(true);
  });

  it('does not build again for a changed test', () => {
    put('src/app/main.tsx', 'one');
    const before = sourcesHash(folder);
    put('src/app/main.test.tsx', 'test');
    expect(sourcesHash(folder)).toBe(before);
    put('src/app/other.tsx', '');
    expect(sourcesHash(folder)).not.toBe(before);
  });
});
