export { type ExportColumn, exportFile, type FilterInWords, type Locale, pick, type Words } from './export.ts';
export {
  type CellFault,
  type ImportForm,
  type RowReading,
  shownText,
  type TitledRows,
  textsIn,
  type UnderstoodRow,
  understood,
} from './import-form.ts';
export { importItems, importTemplate, previewOf, SHEET_BODY_MAX, type TemplateNotes, uploadedRows } from './import-sheet.ts';
export { isSheetFile, type Sheet, type SheetCount, type SheetFile } from './sheet.ts';
