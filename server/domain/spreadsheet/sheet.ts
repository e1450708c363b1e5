/** A typed cell: text stays text, whatever it begins with. Dates are wall-clock times, kept as UTC. */
export type SheetCell = string | number | boolean | Date | null;
export type SheetRow = readonly SheetCell[];

export interface SheetColumn {
  title: string;
  /** In characters. */
  width: number;
  /** Number or date format of the spreadsheet program. */
  format?: string | undefined;
}

export interface Sheet {
  name: string;
  /** Without any title there is no row of titles. */
  columns: readonly SheetColumn[];
  /** In portions, taken one after the other as the file is read. */
  rows: AsyncIterable<readonly SheetRow[]> | Iterable<readonly SheetRow[]>;
  /** The last row, in bold. */
  totals?: SheetRow | undefined;
  /** Below the totals: what they do not count. */
  besideTotals?: SheetRow | undefined;
}

/** What an export or a template answers with. Whoever is given one reads it or closes it. */
export interface SheetFile {
  /** With extension, in the reader's language. */
  fileName: string;
  /** The same in ASCII, for old clients. */
  asciiName: string;
  /** Rows of data in the first sheet. */
  rowCount: number;
  /** Bytes, about. */
  estimatedLength: number;
  /** The file, made while it is read. Throws where it cannot be finished: what was read so far is then no file. */
  bytes: AsyncIterable<Uint8Array>;
  /** Ends what stands behind it, also in the middle. It can be called more than once. */
  close(): Promise<void>;
}

/** Asked for instead of a file: how many rows it would have, and how many it may have. */
export interface SheetCount {
  count: number;
  max: number;
}

export const isSheetFile = (answer: SheetFile | SheetCount): answer is SheetFile => 'bytes' in answer;
