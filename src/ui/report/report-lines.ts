import type { Failure } from '#machines/kernel/form/faults.ts';
import { type Branches, pathOf, type ReportRow } from '#machines/kernel/report/report-tree.ts';

/** A line of a report table: a row with its children, or what is said in their place. */
export type ReportLine<Row extends ReportRow> =
  | { kind: 'row'; path: string; depth: number; row: Row; hasChildren: boolean; children: ReportLine<Row>[] }
  | { kind: 'loading'; path: string; below: Row }
  | { kind: 'failed'; path: string; parent: string; below: Row; failure: Failure }
  /** Rows that the server did not send along. */
  | { kind: 'rest'; path: string; below: Row; count: number };

interface Known<Row extends ReportRow> {
  rows: readonly Row[];
  branches: Branches<Row>;
  expanded: readonly string[];
  failures: Readonly<Record<string, Failure>>;
  /** Dimensions that rows nest by. */
  depth: number;
}

/** The lines of a report, those below unfolded rows included. */
export function reportLines<Row extends ReportRow>({ rows, branches, expanded, failures, depth }: Known<Row>): ReportLine<Row>[] {
  const open = new Set(expanded);
  const below = (row: Row, path: string, level: number): ReportLine<Row>[] => {
    if (!open.has(path)) return [];
    const branch = branches[path];
    const failure = failures[path];
    if (failure) return [{ kind: 'failed', path: `${path}/!`, parent: path, below: row, failure }];
    if (!branch) return [{ kind: 'loading', path: `${path}/…`, below: row }];
    const lines = branch.rows.map((child) => lineOf(child, level + 1, path));
    const count = branch.total - branch.rows.length;
    return count > 0 ? [...lines, { kind: 'rest', path: `${path}/+`, below: row, count }] : lines;
  };
  const lineOf = (row: Row, level: number, parent?: string): ReportLine<Row> => {
    const path = pathOf(row.key, parent);
    return { kind: 'row', path, depth: level, row, hasChildren: level < depth, children: below(row, path, level) };
  };
  return rows.map((row) => lineOf(row, 1));
}
