import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { currentSet, type PactSet, ROOT, readFolder, readGitRef } from './pact-set.ts';
import { releasedSet, releases } from './releases.ts';

/** The set named by `current`, a release, a folder or a commit of this project, tried in this order. Throws when there is none. */
export function namedSet(name: string, root = ROOT): PactSet {
  if (name === 'current') return currentSet(root);
  if (releases(root).some(({ version }) => version === name)) return releasedSet(name, root);
  const folder = path.resolve(root, name);
  if (existsSync(folder) && statSync(folder).isDirectory()) return readFolder(folder, name);
  try {
    return readGitRef(name);
  } catch (error) {
    throw new Error(`${name} is neither "current" nor a release, nor a folder of pacts, nor a commit that has some`, { cause: error });
  }
}
