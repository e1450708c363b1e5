import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { BrokerProblem } from './access.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SHOWN = 5;

/** What a set of pacts is published as. */
export interface Source {
  /** Of the application, as brokers count: the commit. */
  version: string;
  branch: string;
}

interface Wanted {
  version?: string | undefined;
  branch?: string | undefined;
  /** Take a working tree as it is, although no commit has it. */
  allowDirty?: boolean | undefined;
}

/** Null where there is no git, or no checkout. */
function git(folder: string, ...args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trimEnd();
  } catch {
    return null;
  }
}

/** Some build servers write the remote before the branch. */
const branchIn = (env: NodeJS.ProcessEnv): string | null => env['GIT_BRANCH']?.trim().replace(/^(?:refs\/heads|origin)\//, '') || null;
const commitIn = (env: NodeJS.ProcessEnv): string | null => env['GIT_COMMIT']?.trim() || null;

/** Named, or of GIT_COMMIT, or checked out. Throws `BrokerProblem` where none of these is there. */
export function versionOf({ version }: Wanted, env: NodeJS.ProcessEnv, folder = ROOT): string {
  const found = version ?? commitIn(env) ?? git(folder, 'rev-parse', 'HEAD');
  if (found === null) throw new BrokerProblem('This is no git checkout: say which version this is, with --version or GIT_COMMIT.');
  return found;
}

function branchOf({ branch }: Wanted, env: NodeJS.ProcessEnv, folder: string): string {
  const found = branch ?? branchIn(env) ?? git(folder, 'symbolic-ref', '--short', '-q', 'HEAD');
  if (found === null) throw new BrokerProblem('No branch is checked out here: say which one this is, with --branch or GIT_BRANCH.');
  return found;
}

function changesIn(folder: string): string[] {
  const status = git(folder, 'status', '--porcelain');
  return status === null || status === '' ? [] : status.split('\n').map((line) => line.slice(3));
}

/**
 * Version and branch of what is published. A working tree that no commit has is refused: the version would name pacts it
 * does not hold. Taken all the same, its version ends with `-dirty`, except one that was named.
 */
export function sourceOf(wanted: Wanted, env: NodeJS.ProcessEnv, folder = ROOT): Source {
  const changes = changesIn(folder);
  if (changes.length > 0 && !wanted.allowDirty) {
    const more = changes.length > SHOWN ? `\n  and ${changes.length - SHOWN} more` : '';
    throw new BrokerProblem(
      `The working tree differs from its commit: commit first, or say --allow-dirty.\n  ${changes.slice(0, SHOWN).join('\n  ')}${more}`,
    );
  }
  const version = versionOf(wanted, env, folder);
  const isNamed = wanted.version !== undefined || commitIn(env) !== null;
  return { version: changes.length > 0 && !isNamed ? `${version}-dirty` : version, branch: branchOf(wanted, env, folder) };
}
