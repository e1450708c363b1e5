import type { Failure } from '#machines/kernel/form/faults.ts';
import { type Branches, pathOf, type ReportRow } from '#machines/kernel/report/report-tree.ts';

/** A line of a report table: a row, or a message in place of its children. */
export type ReportLine<Row extends ReportRow> =
  | { kind: 'row'; path: string; depth: number; row: Row; hasChildren: boolean; children: ReportLine<Row>[] }
  | { kind: 'loading'; path: string; below: Row }
  | { kind: 'failed'; path: string; parent: string; below: Row; failure: Failure }
  /** Number of rows that the server left out. */
  | { kind: 'rest'; path: string; below: Row; count: number };

interface Known<Row extends ReportRow> {
  rows: readonly Row[];
  branches: Branches<Row>;
  expanded: readonly string[];
  failures: Readonly<Record<string, Failure>>;
  /** Depth of nesting by dimensions. */
  depth: number;
}

/** Lines of a report, including those below expanded rows. */
export function toReportLines<Row extends ReportRow>({ rows, branches, expanded, failures, depth }: Known<Row>): ReportLine<Row>[] {
  const open = new Set(expanded);
  const below = (row: Row, path: string, level: number): ReportLine<Row>[] => {
    if (!open.has(path)) return [];
    const branch = branches[path];
    const failure = failures[path];
    if (failure) return [{ kind: 'failed', path: `${path}/!`, parent: path, below: row, failure }];
    if (!branch) return [{ kind: 'loading', path: `${path}/…`, below: row }];
    const lines = branch.rows.map((child) => toLine(child, level + 1, path));
    const count = branch.total - branch.rows.length;
    return count > 0 ? [...lines, { kind: 'rest', path: `${path}/+`, below: row, count }] : lines;
  };
  const toLine = (row: Row, level: number, parent?: string): ReportLine<Row> => {
    const path = pathOf(row.key, parent);
    return { kind: 'row', path, depth: level, row, hasChildren: level < depth, children: below(row, path, level) };
  };
  return rows.map((row) => toLine(row, 1));
}
