export { type ExportColumn, exportFile, type FilterInWords, type Locale, pick, type Words } from './export.ts';
export {
  type ImportForm,
  type RowReading,
  shownText,
  type TitledRows,
  textsIn,
  type UnderstoodRow,
  understood,
} from './import-form.ts';
export { importItems, importTemplate, previewOf, SHEET_BODY_MAX, type TemplateNotes, uploadedRows } from './import-sheet.ts';
export {
  byNumber,
  COUNT,
  days,
  filtersInWords,
  instant,
  line,
  MONEY,
  nameOf,
  names,
  PERCENT,
  withHeadings,
  yes,
} from './in-words.ts';
export { workbookBytes } from './ready-file.ts';
export { isSheetFile, type SheetCount, type SheetFile } from './sheet.ts';
