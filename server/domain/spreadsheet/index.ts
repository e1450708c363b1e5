export { type DescribedFilter, type ExportColumn, exportFile, type Locale, pick, type Words } from './export.ts';
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
  COUNT,
  days,
  describeById,
  describeFilters,
  findRowName,
  instant,
  line,
  MONEY,
  names,
  PERCENT,
  withHeadings,
  yes,
} from './in-words.ts';
export { createWorkbook } from './ready-file.ts';
export { isSheetFile, type SheetCount, type SheetFile } from './sheet.ts';
