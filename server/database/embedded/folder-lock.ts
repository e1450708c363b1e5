import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseProblem } from './problem.ts';
import { identityOf } from './process-identity.ts';

/** Who owns a data folder, as the owner wrote it down. Holds no secret. */
export interface FolderOwner {
  pid: number;
  identity: string;
  /** What the owner is, in words for the one who is refused. */
  purpose: string;
  since: string;
  /** Loopback port of the owner's database, once it answers. */
  databasePort?: number;
}

/** The data folder belongs to a living process. */
export class FolderInUse extends DatabaseProblem {
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
  /** Lets others find the owner's database. */
  tellPort(databasePort: number): void;
  release(): void;
}

type Entry = FolderOwner | { released: true };

const nameOf = (generation: number) => `owner-${String(generation).padStart(9, '0')}.json`;

function newest(locks: string): number {
  const generations = readdirSync(locks)
    .map((name) => /^owner-(\d+)\.json$/.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number);
  return generations.length === 0 ? 0 : Math.max(...generations);
}

function livingOwner(locks: string, generation: number): FolderOwner | undefined {
  if (generation === 0) return undefined;
  let entry: Entry;
  try {
    entry = JSON.parse(readFileSync(path.join(locks, nameOf(generation)), 'utf8')) as Entry;
  } catch (error) {
    // Gone: a newer generation replaced it. Unreadable: a power cut; its writer cannot be alive after one.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if ('released' in entry) return undefined;
  return identityOf(entry.pid) === entry.identity ? entry : undefined;
}

/** The living owner of a data folder, if it has one. Reads only. */
export function ownerOf(dataDir: string): FolderOwner | undefined {
  const locks = path.join(dataDir, 'lock');
  try {
    return livingOwner(locks, newest(locks));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Makes this process the only owner of a data folder, or throws `FolderInUse`.
 *
 * Owners are numbered files; the highest number rules. A file appears whole and only once (`link` refuses an
 * existing name), so of several processes that find the same dead owner exactly one gets the next number. The
 * highest file is never removed, only marked as released, and whoever took a number looks again for a higher one:
 * a process that slept between looking and taking cannot win with an old number.
 */
export function lockFolder(dataDir: string, purpose: string): FolderLock {
  const locks = path.join(dataDir, 'lock');
  mkdirSync(locks, { recursive: true, mode: 0o700 });
  const self: FolderOwner = { pid: process.pid, identity: identityOf(process.pid) ?? '', purpose, since: new Date().toISOString() };
  const draft = path.join(locks, `draft-${process.pid}.json`);
  for (;;) {
    const last = newest(locks);
    const owner = livingOwner(locks, last);
    if (owner !== undefined) throw new FolderInUse(dataDir, owner);
    const mine = last + 1;
    if (!take(draft, path.join(locks, nameOf(mine)), self)) continue;
    if (newest(locks) > mine) {
      rmSync(path.join(locks, nameOf(mine)), { force: true });
      continue;
    }
    forget(locks, mine);
    return held(locks, mine, draft, self);
  }
}

function take(draft: string, target: string, self: FolderOwner): boolean {
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

function forget(locks: string, below: number): void {
  for (const name of readdirSync(locks)) {
    const generation = /^owner-(\d+)\.json$/.exec(name)?.[1];
    if (generation !== undefined && Number(generation) < below) rmSync(path.join(locks, name), { force: true });
  }
}

function held(locks: string, mine: number, draft: string, self: FolderOwner): FolderLock {
  const write = (entry: Entry) => {
    writeFileSync(draft, JSON.stringify(entry), { mode: 0o600 });
    renameSync(draft, path.join(locks, nameOf(mine)));
  };
  let released = false;
  return {
    tellPort: (databasePort) => write({ ...self, databasePort }),
    release: () => {
      if (released) return;
      released = true;
      write({ released: true });
    },
  };
}
