import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  alone,
  catalogueHash,
  install,
  isEnough,
  needsBuild,
  needsCatalogue,
  needsCompression,
  needsInstall,
  needsVisualiser,
  requireNode,
  sourcesHash,
  visualiserHash,
} from './prepare.mjs';

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

  it('installs once however many commands want it at the same time', async () => {
    put('package-lock.json', '{}');
    let runs = 0;
    let together = 0;
    const fetch = async () => {
      runs += 1;
      together += 1;
      expect(together).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      put('node_modules/.package-lock.json', '{}');
      together -= 1;
    };
    await Promise.all([install(folder, fetch), install(folder, fetch), install(folder, fetch)]);
    expect(runs).toBe(1);
    expect(needsInstall(folder)).toBe(false);
    expect(existsSync(path.join(folder, '.cache/installing'))).toBe(false);
  });

  it('lets the next one install when the first one failed', async () => {
    put('package-lock.json', '{}');
    await expect(install(folder, () => Promise.reject(new Error('no network')))).rejects.toThrow('no network');
    await install(folder, async () => put('node_modules/.package-lock.json', '{}'));
    expect(needsInstall(folder)).toBe(false);
  });

  it('takes over the lock of a command that was killed, and only one of those who wait does', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('exit', resolve));
    const lock = path.join(folder, 'lock');
    put('lock/owner', `${child.pid} ${os.hostname()} dead`);
    let together = 0;
    const work = async () => {
      together += 1;
      expect(together).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      together -= 1;
      return 'done';
    };
    expect(await Promise.all([1, 2, 3, 4].map(() => alone(lock, work)))).toEqual(['done', 'done', 'done', 'done']);
  });

  it('takes over a lock of another computer that gives no sign of life', async () => {
    put('lock/owner', '1 elsewhere silent');
    expect(await alone(path.join(folder, 'lock'), async () => 'taken', { patience: 20 })).toBe('taken');
  });

  it('waits for an owner that has not written its name down yet', async () => {
    mkdirSync(path.join(folder, 'lock'));
    let waits = 0;
    const onWait = () => {
      waits += 1;
    };
    expect(await alone(path.join(folder, 'lock'), async () => 'taken', { patience: 20, onWait })).toBe('taken');
    expect(waits).toBe(1);
  });

  it('waits for a lock of another computer whose owner lives', async () => {
    const lock = path.join(folder, 'lock');
    put('lock/owner', '1 elsewhere alive');
    let signs = 0;
    const living = setInterval(() => {
      signs += 1;
      age('lock', -signs);
      if (signs < 30) return;
      clearInterval(living);
      rmSync(lock, { recursive: true });
    }, 10);
    expect(await alone(lock, async () => signs)).toBe(30);
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

  it('builds again for what the console shares with the server', () => {
    put('contracts/vocabulary/materials.ts', 'one');
    const hash = sourcesHash(folder);
    put('contracts/vocabulary/materials.ts', 'two');
    expect(sourcesHash(folder)).not.toBe(hash);
  });

  it('compresses the console after each build', () => {
    put('dist/console.built-from', 'a');
    expect(needsCompression(folder)).toBe(true);
    put('dist/console.compressed-from', 'a');
    expect(needsCompression(folder)).toBe(false);
    put('dist/console.built-from', 'b');
    expect(needsCompression(folder)).toBe(true);
  });

  it('builds the catalogue of the contracts when a part of it is missing, and when a pact, a page or the site has changed since', () => {
    put('pacts/current/roles.json', '{}');
    expect(needsCatalogue(folder)).toBe(true);
    put('dist/contracts/index.html');
    put('dist/contracts.built-from', catalogueHash(folder));
    expect(needsCatalogue(folder)).toBe(true);
    put('dist/contracts-data/catalogue.json');
    expect(needsCatalogue(folder)).toBe(false);
    for (const source of ['pacts/current/roles.json', 'src/app/main.tsx', 'catalogue/site/main.tsx', 'rsbuild.contracts.config.ts']) {
      put(source, 'changed');
      expect(needsCatalogue(folder), source).toBe(true);
      put('dist/contracts.built-from', catalogueHash(folder));
    }
  });

  it('builds the visualiser when a part of it is missing, and when a machine or the page has changed since', () => {
    put('machines/theme/theme.machine.ts', 'one');
    put('dist/visualiser/index.html');
    put('dist/visualiser.built-from', visualiserHash(folder));
    expect(needsVisualiser(folder)).toBe(true);
    put('dist/visualiser/gallery.json');
    expect(needsVisualiser(folder)).toBe(true);
    put('dist/visualiser/connection.js');
    expect(needsVisualiser(folder)).toBe(false);
    for (const source of ['machines/theme/theme.machine.ts', 'visualiser/site/main.tsx', 'src/ui/page/block.tsx', 'tools/visualiser.ts']) {
      put(source, 'changed');
      expect(needsVisualiser(folder), source).toBe(true);
      put('dist/visualiser.built-from', visualiserHash(folder));
    }
    const before = sourcesHash(folder);
    put('visualiser/site/main.tsx', 'changed again');
    expect(sourcesHash(folder)).toBe(before);
  });

  it('does not build the console again for what only the catalogue shows', () => {
    const before = sourcesHash(folder);
    put('pacts/current/roles.json', '{}');
    put('contracts/states/meanings.ts', '');
    expect(sourcesHash(folder)).toBe(before);
    put('contracts/endpoints/roles.ts', '');
    expect(sourcesHash(folder)).not.toBe(before);
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
