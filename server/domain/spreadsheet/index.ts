export { type ExportColumn, exportFile, type FilterInWords, type Locale, pick, type Words } from './export.ts';
export {
  type ImportForm,
  type ParsedRow,
  parseRows,
  type RowReader,
  readColumn,
  type TitledRows,
  toDisplayText,
} from './import-form.ts';
export {
  createImportTemplate,
  MAX_SHEET_BODY_BYTES,
  readUploadedRows,
  type TemplateNotes,
  toImportItems,
  toPreview,
} from './import-sheet.ts';
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
export { createWorkbook } from './ready-file.ts';
export { isSheetFile, type SheetCount, type SheetFile } from './sheet.ts';
