import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const onLinux = process.platform === 'linux';

/** True while a process with this number runs, whoever owns it. */
export const isAlive = (pid: number): boolean => identityOf(pid) !== undefined;

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * A text that tells this life of a process number from any later one: numbers are reused, moments of birth are not.
 * `undefined` when there is no such process.
 */
export function identityOf(pid: number): string | undefined {
  if (!exists(pid)) return undefined;
  if (onLinux) return linuxIdentity(pid);
  const born = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim();
  return born ? born : undefined;
}

function linuxIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces, so fields are counted from behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, ticksSinceBoot] = [fields[0], fields[19]];
    // A zombie has died; only its parent has not noticed yet.
    if (state === 'Z' || ticksSinceBoot === undefined) return undefined;
    return `${bootId()}/${ticksSinceBoot}`;
  } catch {
    return undefined;
  }
}

let boot: string | undefined;
function bootId(): string {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return boot;
}

/** Processes whose working directory is this folder. Empty where the system does not tell (not Linux). */
export function processesWorkingIn(folder: string): number[] {
  if (!onLinux) return [];
  const found: number[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      if (readlinkSync(`/proc/${entry}/cwd`) === folder && linuxIdentity(Number(entry)) !== undefined) found.push(Number(entry));
    } catch {
      // Ended meanwhile, or owned by somebody else: not one of ours.
    }
  }
  return found;
}
