import type { Sheet } from './sheet.ts';
import { createSheetHead, createWorkbookParts, RowWriter, SHEET_FOOT, Styles } from './sheet-xml.ts';
import { type ZipPart, zipStream } from './zip-stream.ts';

async function* writeSheet({ columns, rows, totals, besideTotals }: Sheet, styles: Styles): AsyncGenerator<Uint8Array> {
  const writer = new RowWriter(columns, styles);
  const hasTitles = columns.some(({ title }) => title !== '');
  let number = 0;
  const titles = () => {
    number += 1;
    return writer.row(
      number,
      columns.map(({ title }) => title),
      true,
    );
  };
  yield Buffer.from(createSheetHead(columns, hasTitles) + (hasTitles ? titles() : ''));
  for await (const portion of rows) {
    let xml = '';
    for (const row of portion) {
      number += 1;
      xml += writer.row(number, row);
    }
    yield Buffer.from(xml);
  }
  const last = [totals, besideTotals].filter((row) => row !== undefined);
  yield Buffer.from(last.map((row, at) => writer.row(number + 1 + at, row, true)).join('') + SHEET_FOOT);
}

function* createParts(sheets: readonly Sheet[]): Generator<ZipPart> {
  const styles = new Styles(sheets);
  const fixed = [...createWorkbookParts(sheets.map(({ name }) => name)), ['xl/styles.xml', styles.xml()] as const];
  for (const [name, xml] of fixed) yield { name, content: [Buffer.from(xml)] };
  for (const [index, sheet] of sheets.entries()) {
    yield { name: `xl/worksheets/sheet${index + 1}.xml`, content: writeSheet(sheet, styles) };
  }
}

/**
 * The bytes of an xlsx file, created while they are read, with one portion of rows in memory. Text is written as text, so that it never
 * becomes a formula.
 */
export const writeWorkbook = (sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> => zipStream(createParts(sheets));
