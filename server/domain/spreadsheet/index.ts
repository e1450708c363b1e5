export { type ExportColumn, exportFile, type FilterInWords, type Locale, pick, type Words } from './export.ts';
export { type ReadRow, readSheet } from './read-sheet.ts';
export { readyFile } from './ready-file.ts';
export { isSheetFile, type Sheet, type SheetCount, type SheetFile } from './sheet.ts';
export { SheetFault, type SheetRefusal } from './zip-guard.ts';
