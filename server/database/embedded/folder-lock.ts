import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseProblem } from './problem.ts';
import { readIdentity } from './process-identity.ts';

/** The owner of a data folder, as recorded in the lock. Contains no secret. */
export interface FolderOwner {
  pid: number;
  identity: string;
  /** Describes the owner to a process that is refused. */
  purpose: string;
  since: string;
  /** Loopback port of the owner's database, once it is ready. */
  databasePort?: number;
}

/** Thrown when the data folder belongs to another living process. */
export class FolderInUseError extends DatabaseProblem {
  readonly owner: FolderOwner;
  constructor(folder: string, owner: FolderOwner) {
    super(
      `The data folder ${folder} is in use by process ${owner.pid} (${owner.purpose}, since ${owner.since}). ` +
        'Stop that process, or choose another folder with DATA_DIR.',
    );
    this.name = 'FolderInUse';
    this.owner = owner;
  }
}

export interface FolderLock {
  /** Lets other processes find the owner's database. */
  publishPort(databasePort: number): void;
  release(): void;
}

type LockEntry = FolderOwner | { released: true };

const lockFileName = (generation: number) => `owner-${String(generation).padStart(9, '0')}.json`;

function findNewestGeneration(locks: string): number {
  const generations = readdirSync(locks)
    .map((name) => /^owner-(\d+)\.json$/.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number);
  return generations.length === 0 ? 0 : Math.max(...generations);
}

function readLivingOwner(locks: string, generation: number): FolderOwner | undefined {
  if (generation === 0) return undefined;
  let entry: LockEntry;
  try {
    entry = JSON.parse(readFileSync(path.join(locks, lockFileName(generation)), 'utf8')) as LockEntry;
  } catch (error) {
    // A missing file was replaced by a newer generation. An unreadable one was cut off by a power failure, which its writer cannot have
    // survived.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if ('released' in entry) return undefined;
  return readIdentity(entry.pid) === entry.identity ? entry : undefined;
}

/** The living owner of a data folder, if any. Changes nothing. */
export function findOwner(dataDir: string): FolderOwner | undefined {
  const locks = path.join(dataDir, 'lock');
  try {
    return readLivingOwner(locks, findNewestGeneration(locks));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Makes this process the only owner of a data folder, or throws `FolderInUseError`.
 *
 * Owners are numbered files, and the highest number counts. A file appears complete and only once (`link` refuses an existing name), so of
 * several processes that find the same dead owner exactly one gets the next number. The highest file is never removed, only marked as
 * released, and a process that took a number checks again for a higher one: a process that slept in between cannot win with an old number.
 */
export function lockFolder(dataDir: string, purpose: string): FolderLock {
  const locks = path.join(dataDir, 'lock');
  mkdirSync(locks, { recursive: true, mode: 0o700 });
  const self: FolderOwner = { pid: process.pid, identity: readIdentity(process.pid) ?? '', purpose, since: new Date().toISOString() };
  const draft = path.join(locks, `draft-${process.pid}.json`);
  for (;;) {
    const last = findNewestGeneration(locks);
    const owner = readLivingOwner(locks, last);
    if (owner !== undefined) throw new FolderInUseError(dataDir, owner);
    const generation = last + 1;
    if (!tryTake(draft, path.join(locks, lockFileName(generation)), self)) continue;
    if (findNewestGeneration(locks) > generation) {
      rmSync(path.join(locks, lockFileName(generation)), { force: true });
      continue;
    }
    removeOlder(locks, generation);
    return createLock(locks, generation, draft, self);
  }
}

function tryTake(draft: string, target: string, self: FolderOwner): boolean {
  writeFileSync(draft, JSON.stringify(self), { mode: 0o600 });
  try {
    linkSync(draft, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function removeOlder(locks: string, below: number): void {
  for (const name of readdirSync(locks)) {
    const generation = /^owner-(\d+)\.json$/.exec(name)?.[1];
    if (generation !== undefined && Number(generation) < below) rmSync(path.join(locks, name), { force: true });
  }
}

function createLock(locks: string, generation: number, draft: string, self: FolderOwner): FolderLock {
  const write = (entry: LockEntry) => {
    writeFileSync(draft, JSON.stringify(entry), { mode: 0o600 });
    renameSync(draft, path.join(locks, lockFileName(generation)));
  };
  let isReleased = false;
  return {
    publishPort: (databasePort) => write({ ...self, databasePort }),
    release: () => {
      if (isReleased) return;
      isReleased = true;
      write({ released: true });
    },
  };
}
