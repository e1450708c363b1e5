import type { CoverageColumn } from '#visualiser/machines/coverage.machine.ts';
import { type CoverageRow, toPercent } from './figures.ts';

const COLUMN_VALUES: Record<Exclude<CoverageColumn, 'machine'>, (row: CoverageRow) => number> = {
  states: ({ states }) => toPercent(states),
  transitions: ({ transitions }) => toPercent(transitions),
  unit: ({ bySuite }) => toPercent(bySuite.unit),
  paths: ({ bySuite }) => toPercent(bySuite.paths),
  browser: ({ bySuite }) => toPercent(bySuite.browser),
  unreached: ({ unreached }) => unreached.length,
};

/** Rows with equal values are sorted by name. */
export function sortRows(rows: readonly CoverageRow[], column: CoverageColumn, isDescending: boolean): CoverageRow[] {
  const compareNames = (a: CoverageRow, b: CoverageRow) => (a.machine.key < b.machine.key ? -1 : 1);
  const direction = isDescending ? -1 : 1;
  if (column === 'machine') return rows.toSorted((a, b) => direction * compareNames(a, b));
  const getValue = COLUMN_VALUES[column];
  return rows.toSorted((a, b) => direction * (getValue(a) - getValue(b)) || compareNames(a, b));
}
