import { createHash } from 'node:crypto';
import type { Caller } from '../work-context.ts';

/** Length in characters, enough to tell two states of one user's permissions apart. */
const LENGTH = 12;

/**
 * A short text that changes whenever the caller's permissions or visibility change. It is sent with every answer to a signed-in caller,
 * so that an open console notices the change with its next call. It is computed from what authentication has already read.
 */
export const rightsMark = ({
  isAdmin,
  isLeader,
  departmentPath,
  paths,
  actions,
}: Pick<Caller, 'isAdmin' | 'isLeader' | 'departmentPath' | 'paths' | 'actions'>): string =>
  createHash('sha256')
    .update(JSON.stringify([isAdmin, isLeader, departmentPath, paths, actions]))
    .digest('base64url')
    .slice(0, LENGTH);
