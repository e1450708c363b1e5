/** A typed cell: text stays text, whatever it begins with. Dates are wall-clock times, kept as UTC. */
export type SheetCell = string | number | boolean | Date | null;

export interface SheetColumn {
  title: string;
  /** In characters. */
  width: number;
  /** Number or date format of the spreadsheet program. */
  format?: string;
}

export interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly SheetCell[])[];
}

/** What an export answers with. */
export interface SheetFile {
  /** With extension, in the reader's language. */
  fileName: string;
  /** The same in ASCII, for old clients. */
  asciiName: string;
  sheets: readonly Sheet[];
}
