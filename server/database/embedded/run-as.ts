import { readFileSync, statSync } from 'node:fs';

/** The account of database processes; that of this process when undefined. */
export interface RunAs {
  uid: number;
  gid: number;
}

/** The usual ids of the unprivileged account `nobody`. */
const NOBODY = { uid: 65534, gid: 65534 };

/**
 * PostgreSQL refuses to run as root. When this process is root, it uses the account that owns the cluster or else `nobody`; any other
 * account is used as it is.
 */
export function chooseAccount(clusterFolder: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(clusterFolder, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findNobody();
}

function findNobody(): RunAs {
  try {
    for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
      const [name, , uid, gid] = line.split(':');
      if (name === 'nobody' && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
    }
  } catch {
    // The usual ids also work on a system without the file.
  }
  return NOBODY;
}
