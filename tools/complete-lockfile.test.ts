import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { completed, type Lockfile, missingFrom, platformOf } from './complete-lockfile.mjs';
import { root } from './prepare.mjs';

describe('the lockfile', () => {
  it('holds the programs of every platform, so that npm ci takes it anywhere', () => {
    const lockfile = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lockfile;
    expect(Object.keys(lockfile.packages).length).toBeGreaterThan(100);
    expect(missingFrom(lockfile).map(([place]) => place)).toEqual([]);
  });

  it('names no registry', () => {
    expect(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
  });

  it.each([
    ['@biomejs/cli-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
    ['@rspack/binding-win32-arm64-msvc', { os: ['win32'], cpu: ['arm64'] }],
    ['@rspack/binding-wasm32-wasi', { cpu: ['wasm32'] }],
    ['@oxc-parser/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
    ['fsevents', undefined],
  ])('knows the platform of %s', (name, platform) => {
    expect(platformOf(name)).toEqual(platform);
  });

  it('is completed with what an optional dependency of one platform is, and nothing else', () => {
    const lockfile: Lockfile = {
      packages: {
        '': { optionalDependencies: { 'own-darwin-x64': '1.0.0' } },
        'node_modules/tool': {
          version: '2.0.0',
          dev: true,
          license: 'MIT',
          optionalDependencies: { 'tool-linux-x64': '2.0.0', 'tool-darwin-arm64': '2.0.0' },
        },
        'node_modules/tool/node_modules/tool-linux-x64': { version: '2.0.0' },
      },
    };
    expect(missingFrom(lockfile).map(([place]) => place)).toEqual(['node_modules/tool-darwin-arm64']);
    const whole = completed(lockfile);
    expect(whole.packages['node_modules/tool-darwin-arm64']).toEqual({
      version: '2.0.0',
      dev: true,
      license: 'MIT',
      optional: true,
      os: ['darwin'],
      cpu: ['arm64'],
    });
    expect(missingFrom(whole)).toEqual([]);
  });
});
