import { createHash } from 'node:crypto';
import type { Caller } from '../work-context.ts';

/** Enough to tell two states of one person's rights apart, in characters. */
const LENGTH = 12;

/**
 * A short text that is another one when what the caller may do or see is another. Told with every answer of a signed-in
 * call, so that a console that is open learns of a change with its next call. From what authentication has read already.
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
