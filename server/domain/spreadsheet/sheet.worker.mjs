// Plain JavaScript, because a worker starts without the loader of the main thread.
import { parentPort, workerData } from 'node:worker_threads';
import writeXlsxFile from 'write-excel-file/node';

/**
 * Text stays text: a cell of type String is never read as a formula. Empty cells stay empty.
 * @param {string | number | boolean | Date | null} value
 * @param {string | undefined} format
 */
function cellOf(value, format) {
  if (value === null) return null;
  if (value instanceof Date) return { type: Date, value, format: format ?? 'yyyy-mm-dd hh:mm' };
  if (typeof value === 'number') return format === undefined ? { type: Number, value } : { type: Number, value, format };
  if (typeof value === 'boolean') return { type: Boolean, value };
  return { type: String, value };
}

const sheets = workerData.map((sheet) => ({
  sheet: sheet.name,
  columns: sheet.columns.map((column) => ({ width: column.width })),
  stickyRowsCount: sheet.columns.some((column) => column.title !== '') ? 1 : 0,
  data: [
    sheet.columns.map((column) => ({ type: String, value: column.title, fontWeight: 'bold' })),
    ...sheet.rows.map((row) => row.map((value, index) => cellOf(value, sheet.columns[index]?.format))),
  ],
}));

const buffer = await writeXlsxFile(sheets).toBuffer();
const bytes = new Uint8Array(buffer);
parentPort?.postMessage(bytes, [bytes.buffer]);
