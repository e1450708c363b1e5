import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { BrokerProblem } from './access.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SHOWN = 5;

/** The version and branch under which a set of pacts is published. */
export interface Source {
  /** The version of the application, which brokers identify by its commit. */
  version: string;
  branch: string;
}

interface Wanted {
  version?: string | undefined;
  branch?: string | undefined;
  /** Accepts a working tree that differs from its commit. */
  allowDirty?: boolean | undefined;
}

/** Null without git or outside a checkout. */
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

/** The given version, else GIT_COMMIT, else the checked-out commit. Throws `BrokerProblem` when there is none of these. */
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
 * Version and branch of the published pacts. A working tree that differs from its commit is refused, because the version would name
 * pacts that it does not contain. If that is allowed, the version ends with `-dirty` unless it was given.
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
