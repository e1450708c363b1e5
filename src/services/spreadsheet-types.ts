/** Properties of a spreadsheet format. */
export interface SpreadsheetType {
  extension: string;
  /** Whether it is a ZIP archive, whose end proves that the file is complete. */
  isArchive: boolean;
}

const archive = (extension: string): SpreadsheetType => ({ extension, isArchive: true });
const plain = (extension: string): SpreadsheetType => ({ extension, isArchive: false });

/** Media types of spreadsheets; an answer of any other type is not a file. */
const TYPES: Record<string, SpreadsheetType> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': archive('xlsx'),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.template': archive('xltx'),
  'application/vnd.ms-excel.sheet.macroenabled.12': archive('xlsm'),
  'application/vnd.ms-excel.sheet.binary.macroenabled.12': archive('xlsb'),
  'application/vnd.ms-excel.template.macroenabled.12': archive('xltm'),
  'application/vnd.oasis.opendocument.spreadsheet': archive('ods'),
  'application/vnd.oasis.opendocument.spreadsheet-template': archive('ots'),
  // Old servers also send archives under this type, so its end is not checked.
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

/** Finds the spreadsheet type of a Content-Type header, ignoring parameters and case; undefined for any other type. */
export function findSpreadsheetType(contentType: string): SpreadsheetType | undefined {
  const name = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
}
