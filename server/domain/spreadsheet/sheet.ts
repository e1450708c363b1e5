/** A typed cell: text always stays text, even when it looks like a formula. Dates are wall-clock times stored as UTC. */
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
  /** Without titles there is no title row. */
  columns: readonly SheetColumn[];
  /** Portions of rows, read one after the other while the file is sent. */
  rows: AsyncIterable<readonly SheetRow[]> | Iterable<readonly SheetRow[]>;
  /** The total row, in bold. */
  totals?: SheetRow | undefined;
  /** A row below the totals, for what they do not include. */
  besideTotals?: SheetRow | undefined;
}

/** The file of an export or a template. Its receiver must read it to the end or close it. */
export interface SheetFile {
  /** File name with extension in the reader's language. */
  fileName: string;
  /** ASCII file name for old clients. */
  asciiName: string;
  /** Number of data rows in the first sheet. */
  rowCount: number;
  /** Approximate size in bytes. */
  estimatedLength: number;
  /**
   * Bytes of the file, created while they are read. Throws when the file cannot be finished; the bytes read until then are no valid file.
   */
  bytes: AsyncIterable<Uint8Array>;
  /** Releases the resources behind the file, even before its end. It may be called repeatedly. */
  close(): Promise<void>;
}

/** Answer to a count-only request: the number of rows and the limit. */
export interface SheetCount {
  count: number;
  max: number;
}

export const isSheetFile = (answer: SheetFile | SheetCount): answer is SheetFile => 'bytes' in answer;
