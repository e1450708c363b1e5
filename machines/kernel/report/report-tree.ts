/** By dimension: the value of a row. */
interface RowDims {
  [dimension: string]: { id: number | string; label: string } | undefined;
}

/** Dimensions as a reply has them: those that the rows are not grouped by are undefined. */
export type DimsIn<Dims> = { [Key in keyof Dims]?: Dims[Key] | undefined };

/** A line of a report: where it belongs, and what was measured. */
export interface ReportRow<Dims extends RowDims = RowDims> {
  /** Tells it apart from its siblings. */
  key: string;
  dims: Dims;
  /** By metric; null where there is no such number. */
  m: Record<string, number | null>;
  /** The same of the period before. */
  prev?: Record<string, number | null> | undefined;
  /** Days that have ripened out of those asked for, "12/14"; only for metrics that ripen. */
  mature?: Record<string, string> | undefined;
  /** The current day is among them. */
  running?: boolean | undefined;
  /** Where all is of one ad account: money in its currency, in the smallest unit. */
  local?: { currency: string; m: Record<string, number | null> } | undefined;
}

/** How far the numbers of an answer have come. */
export interface DataFreshness {
  /** Instant: the account that is furthest behind. */
  asOf: string;
  /** Instant: the account that was pulled last. An older server does not say it. */
  newestAt?: string | undefined;
  /** Why they may not be whole, with the accounts that are behind. */
  warnings?: readonly ReportWarning[] | undefined;
}

/** Rows of the outermost dimension, and what the server made of the whole. */
export interface ReportAnswer<Row extends ReportRow = ReportRow> extends DataFreshness {
  rows: Row[];
  total: number;
  /** Made anew from the whole filtered set, never by adding up rows. */
  totals: Omit<ReportRow, 'key' | 'dims'>;
  /** First date whose numbers will still change. */
  provisionalFrom: string;
}

/** What a report says about itself, in the reader's language. */
export interface ReportWarning {
  kind: string;
  text: string;
  refs?: readonly { id: number; label: string; since?: string | undefined }[] | undefined;
}

/** Rows below one row. */
export interface Branch<Row> {
  rows: Row[];
  /** How many there are; more than `rows` where not all were sent. */
  total: number;
}

export type Branches<Row> = Record<string, Branch<Row>>;

/** Names a row in the whole tree: keys from the outermost down. Keys repeat below different parents. */
export const pathOf = (key: string, parent?: string): string =>
  parent === undefined ? encodeURIComponent(key) : `${parent}/${encodeURIComponent(key)}`;

const parentOf = (path: string): string | undefined => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : undefined);

/** From 1. */
export const depthOf = (path: string): number => path.split('/').length;

/** The rows from the outermost down to the one named; undefined where one of them is not known. */
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
