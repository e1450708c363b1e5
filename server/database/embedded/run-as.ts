import { readFileSync, statSync } from 'node:fs';

/** The identity database processes run under; absent: that of this process. */
export interface RunAs {
  uid: number;
  gid: number;
}

/** What nearly every system calls the account that owns nothing. */
const NOBODY = { uid: 65534, gid: 65534 };

/**
 * PostgreSQL refuses to run as root. Root lends it an account that exists on every system and owns nothing, or
 * the account that already owns the cluster; anybody else runs it as themselves.
 */
export function runAsFor(clusterFolder: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(clusterFolder, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return nobody();
}

function nobody(): RunAs {
  try {
    for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
      const [name, , uid, gid] = line.split(':');
      if (name === 'nobody' && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
    }
  } catch {
    // A system without the file still knows the numbers.
  }
  return NOBODY;
}
