import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from '#server/database/embedded/process-identity.ts';

/** The file system of Linux in memory. Creating the thousand files of a database there takes a thirtieth of the time. */
const SHARED_MEMORY = '/dev/shm';
/** Room for the template databases, their copies and the files of uploads. */
const ROOM_BYTES = 4 * 1024 ** 3;
const PREFIX = 'ad-delivery-tests-';

/** A folder in memory for all temporary files of one run, or undefined where memory is short or programs cannot run from it. */
export function newMemoryFolder(parent = SHARED_MEMORY): string | undefined {
  try {
    removeAbandoned(parent);
    const { bavail, bsize } = statfsSync(parent);
    if (Math.min(bavail * bsize, os.freemem()) < ROOM_BYTES) return undefined;
    const folder = mkdtempSync(path.join(parent, `${PREFIX}${process.pid}-`));
    if (canRunPrograms(folder)) {
      // PostgreSQL runs under another account than root, so the folder has the mode of a system temporary folder.
      chmodSync(folder, 0o1777);
      return folder;
    }
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Another operating system, or no permission to write there.
  }
  return undefined;
}

/** Removes the folders of runs that were killed. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (!Number.isNaN(pid) && !isAlive(pid)) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

/** Containers often mount shared memory without the right to run anything from it. */
function canRunPrograms(folder: string): boolean {
  const program = path.join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
