/** The value of a row in each dimension. */
interface RowDims {
  [dimension: string]: { id: number | string; label: string } | undefined;
}

/** Dimensions in a reply: those the rows are not grouped by are undefined. */
export type DimsIn<Dims> = { [Key in keyof Dims]?: Dims[Key] | undefined };

/** A row of a report: its dimensions and metrics. */
export interface ReportRow<Dims extends RowDims = RowDims> {
  /** Unique among its siblings. */
  key: string;
  dims: Dims;
  /** By metric; null if the metric has no value. */
  m: Record<string, number | null>;
  /** The same metrics in the previous period. */
  prev?: Record<string, number | null> | undefined;
  /** Matured days out of the requested ones, "12/14"; only for metrics that mature. */
  mature?: Record<string, string> | undefined;
  /** Whether the current day is included. */
  running?: boolean | undefined;
  /** Money in the account's currency and smallest unit, if all rows belong to one ad account. */
  local?: { currency: string; m: Record<string, number | null> } | undefined;
}

/** How recent the numbers of an answer are. */
export interface DataFreshness {
  /** Instant of the account that is furthest behind. */
  asOf: string;
  /** Instant of the account that was pulled last. Older servers do not send it. */
  newestAt?: string | undefined;
  /** Why the numbers may be incomplete, with the accounts that are behind. */
  warnings?: readonly ReportWarning[] | undefined;
}

/** Rows of the outermost dimension, and totals computed by the server. */
export interface ReportAnswer<Row extends ReportRow = ReportRow> extends DataFreshness {
  rows: Row[];
  total: number;
  /** Computed from the whole filtered set, not by adding up rows. */
  totals: Omit<ReportRow, 'key' | 'dims'>;
  /** First date whose numbers will still change. */
  provisionalFrom: string;
  /** Metrics of what the report leaves out, because it does not have the subject of the report. */
  leftOut?: ReportRow['m'] | undefined;
}

/** A warning about a report in the user's language. */
export interface ReportWarning {
  kind: string;
  text: string;
  refs?: readonly { id: number; label: string; since?: string | undefined }[] | undefined;
}

/** Rows below one row. */
export interface Branch<Row> {
  rows: Row[];
  /** Their total number; more than `rows` if not all were sent. */
  total: number;
}

export type Branches<Row> = Record<string, Branch<Row>>;

/** Identifies a row in the whole tree: keys from the outermost down, because keys repeat below different parents. */
export const pathOf = (key: string, parent?: string): string =>
  parent === undefined ? encodeURIComponent(key) : `${parent}/${encodeURIComponent(key)}`;

const parentOf = (path: string): string | undefined => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : undefined);

/** From 1. */
export const depthOf = (path: string): number => path.split('/').length;

/** The rows from the outermost down to the named one; undefined if one of them is unknown. */
export function chainTo<Row extends { key: string }>(
  path: string,
  rows: readonly Row[],
  branches: Branches<Row>,
): [Row, ...Row[]] | undefined {
  const parent = parentOf(path);
  const siblings = parent === undefined ? rows : (branches[parent]?.rows ?? []);
  const row = siblings.find(({ key }) => pathOf(key, parent) === path);
  if (!row) return undefined;
  if (parent === undefined) return [row];
  const above = chainTo(parent, rows, branches);
  return above && [...above, row];
}
