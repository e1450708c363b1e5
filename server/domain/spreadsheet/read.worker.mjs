// Plain JavaScript, because a worker starts without the loader of the main thread.
import { parentPort, workerData } from 'node:worker_threads';
import { streamXlsxRows } from 'hucre/xlsx';

/** Most rows that are read, including empty ones. */
const MAX_ROWS_READ = 20_000;
const TEXT_MAX = 2_000;

/**
 * Text of a cell as a reader sees it; formulas are never calculated, their last result is used.
 * @param {unknown} value
 */
function textOf(value) {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  return String(value).slice(0, TEXT_MAX).trim();
}

const { bytes, rowsMax, columnsMax } = workerData;
const rows = [];
let rowCount = 0;
let answer;
try {
  for await (const { index, values } of streamXlsxRows(bytes, { sheet: 0, maxRows: MAX_ROWS_READ + 1 })) {
    rowCount += 1;
    const cells = values.slice(0, columnsMax + 1).map(textOf);
    if (rowCount > MAX_ROWS_READ || rows.length > rowsMax) break;
    if (cells.some((cell) => cell !== '')) rows.push({ number: Number.isSafeInteger(index) && index >= 0 ? index + 1 : rowCount, cells });
  }
  answer = rows.length > rowsMax ? { refusal: 'tooManyRows' } : rowCount > MAX_ROWS_READ ? { refusal: 'tooLarge' } : { rows };
} catch {
  answer = { refusal: 'notSpreadsheet' };
}
parentPort?.postMessage(answer);
