import type { CoverageColumn } from '#visualiser/machines/coverage.machine.ts';
import { percentOf, type Row } from './figures.ts';

const NUMBERS: Record<Exclude<CoverageColumn, 'machine'>, (row: Row) => number> = {
  states: ({ states }) => percentOf(states),
  transitions: ({ transitions }) => percentOf(transitions),
  unit: ({ bySuite }) => percentOf(bySuite.unit),
  paths: ({ bySuite }) => percentOf(bySuite.paths),
  browser: ({ bySuite }) => percentOf(bySuite.browser),
  unreached: ({ unreached }) => unreached.length,
};

/** Rows of the same worth stand in the order of their names. */
export function ordered(rows: readonly Row[], column: CoverageColumn, isDescending: boolean): Row[] {
  const byName = (a: Row, b: Row) => (a.machine.key < b.machine.key ? -1 : 1);
  const turn = isDescending ? -1 : 1;
  if (column === 'machine') return rows.toSorted((a, b) => turn * byName(a, b));
  const worth = NUMBERS[column];
  return rows.toSorted((a, b) => turn * (worth(a) - worth(b)) || byName(a, b));
}
