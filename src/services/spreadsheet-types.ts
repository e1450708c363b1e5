/** What is known of a kind of spreadsheet. */
export interface SpreadsheetType {
  extension: string;
  /** It is a ZIP archive: one that was cut off lacks its end. */
  isArchive: boolean;
}

const archive = (extension: string): SpreadsheetType => ({ extension, isArchive: true });
const plain = (extension: string): SpreadsheetType => ({ extension, isArchive: false });

/** Media types of spreadsheets; an answer of any other type is no file. */
const TYPES: Record<string, SpreadsheetType> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': archive('xlsx'),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.template': archive('xltx'),
  'application/vnd.ms-excel.sheet.macroenabled.12': archive('xlsm'),
  'application/vnd.ms-excel.sheet.binary.macroenabled.12': archive('xlsb'),
  'application/vnd.ms-excel.template.macroenabled.12': archive('xltm'),
  'application/vnd.oasis.opendocument.spreadsheet': archive('ods'),
  'application/vnd.oasis.opendocument.spreadsheet-template': archive('ots'),
  // Servers of old send archives under this name too, so nothing is asked of its end.
  'application/vnd.ms-excel': plain('xls'),
  'application/msexcel': plain('xls'),
  'application/x-msexcel': plain('xls'),
  'application/x-ms-excel': plain('xls'),
  'application/x-excel': plain('xls'),
  'application/excel': plain('xls'),
  'application/x-xls': plain('xls'),
  'application/vnd.apple.numbers': plain('numbers'),
  'application/x-gnumeric': plain('gnumeric'),
  'text/csv': plain('csv'),
  'text/x-csv': plain('csv'),
  'text/comma-separated-values': plain('csv'),
  'application/csv': plain('csv'),
  'application/x-csv': plain('csv'),
  'text/tab-separated-values': plain('tsv'),
};

/** Of a Content-Type header, whatever its parameters and capitals; undefined where it names no spreadsheet. */
export function spreadsheetOf(contentType: string): SpreadsheetType | undefined {
  const name = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
}
