import type { Migration } from 'kysely';
import { people } from './0001-people.ts';
import { jobs } from './0002-jobs.ts';
import { firstRows } from './0003-first-rows.ts';

/** Applied in the order of their names; a name never changes once released. */
export const migrations: Record<string, Migration> = {
  '0001-people': people,
  '0002-jobs': jobs,
  '0003-first-rows': firstRows,
};
