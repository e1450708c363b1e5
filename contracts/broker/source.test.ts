import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sourceOf, versionOf } from './source.ts';

let folder: string;
beforeEach(() => {
  // A git hook that runs these tests sets variables that point to its own repository.
  for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) vi.stubEnv(name, undefined);
  folder = mkdtempSync(path.join(os.tmpdir(), 'ad-source-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** Creates a checkout with one commit and returns the id of the commit. */
function checkOut(branch: string): string {
  git('init', '--quiet', `--initial-branch=${branch}`);
  writeFileSync(path.join(folder, 'pact.json'), '{}');
  git('add', '.');
  git('commit', '--quiet', '--message', 'One');
  return git('rev-parse', 'HEAD');
}

const change = () => writeFileSync(path.join(folder, 'pact.json'), '{"other":1}');

describe('what pacts are published as', () => {
  it('is the commit and the branch of the checkout', () => {
    const version = checkOut('feat/views');
    expect(sourceOf({}, {}, folder)).toEqual({ version, branch: 'feat/views' });
  });

  it('is the value of GIT_COMMIT and GIT_BRANCH where a build server sets them', () => {
    checkOut('main');
    git('checkout', '--quiet', '--detach');
    for (const branch of ['feat/views', 'origin/feat/views', 'refs/heads/feat/views']) {
      expect(sourceOf({}, { GIT_COMMIT: 'abc', GIT_BRANCH: branch }, folder)).toEqual({ version: 'abc', branch: 'feat/views' });
    }
  });

  it('is the given version and branch, before everything else', () => {
    checkOut('main');
    const named = { version: '1.2.3+abc', branch: 'release' };
    expect(sourceOf(named, { GIT_COMMIT: 'abc', GIT_BRANCH: 'other' }, folder)).toEqual(named);
  });

  it('is not guessed where no branch is checked out', () => {
    checkOut('main');
    git('checkout', '--quiet', '--detach');
    expect(() => sourceOf({}, {}, folder)).toThrow(/--branch or GIT_BRANCH/);
  });

  it('is not guessed outside a checkout', () => {
    expect(() => versionOf({}, {}, folder)).toThrow(/--version or GIT_COMMIT/);
    expect(sourceOf({}, { GIT_COMMIT: 'abc', GIT_BRANCH: 'main' }, folder)).toEqual({ version: 'abc', branch: 'main' });
  });

  it('is refused when the working tree differs from the commit, with the differing files', () => {
    checkOut('main');
    change();
    writeFileSync(path.join(folder, 'new.json'), '');
    expect(() => sourceOf({}, {}, folder)).toThrow(/--allow-dirty\.\n {2}pact\.json\n {2}new\.json$/);
    expect(() => sourceOf({ version: 'abc' }, { GIT_COMMIT: 'abc' }, folder)).toThrow(/--allow-dirty/);
  });

  it('is marked when the working tree differs from the commit and that is allowed', () => {
    const commit = checkOut('main');
    change();
    expect(sourceOf({ allowDirty: true }, {}, folder)).toEqual({ version: `${commit}-dirty`, branch: 'main' });
    expect(sourceOf({ allowDirty: true, version: 'abc' }, {}, folder).version).toBe('abc');
  });
});
