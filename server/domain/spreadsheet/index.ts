export { type ExportColumn, exportFile, type Locale, pick, requireRoom } from './export.ts';
export type { SheetFile } from './sheet.ts';
export { writeSheets } from './write-sheets.ts';
