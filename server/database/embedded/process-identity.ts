import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const isLinux = process.platform === 'linux';

/** True while a process with this id runs under any account. */
export const isAlive = (pid: number): boolean => readIdentity(pid) !== undefined;

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Distinguishes a process from later ones with the same id by its start time. Undefined when there is no such process. */
export function readIdentity(pid: number): string | undefined {
  if (!processExists(pid)) return undefined;
  if (isLinux) return readLinuxIdentity(pid);
  const startTime = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim();
  return startTime ? startTime : undefined;
}

function readLinuxIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces, so fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, ticksSinceBoot] = [fields[0], fields[19]];
    // A zombie has ended; its parent just has not noticed yet.
    if (state === 'Z' || ticksSinceBoot === undefined) return undefined;
    return `${readBootId()}/${ticksSinceBoot}`;
  } catch {
    return undefined;
  }
}

let cachedBootId: string | undefined;
function readBootId(): string {
  cachedBootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return cachedBootId;
}

/** Processes whose working directory is this folder. Always empty outside Linux. */
export function findProcessesIn(folder: string): number[] {
  if (!isLinux) return [];
  const found: number[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      if (readlinkSync(`/proc/${entry}/cwd`) === folder && readLinuxIdentity(Number(entry)) !== undefined) found.push(Number(entry));
    } catch {
      // It has ended or belongs to another account, so it is not ours.
    }
  }
  return found;
}
