import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { formulaLike } from '#tests/support/formula-like.ts';
import { partsOf, sheetCells } from '#tests/support/sheet.ts';
import type { Sheet, SheetCell } from './sheet.ts';
import { writeWorkbook } from './write-workbook.ts';

async function written(...sheets: Sheet[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeWorkbook(sheets)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const column = (title: string, format?: string) => ({ title, width: 12, format });
const sheetOf = (...rows: SheetCell[][]): Sheet => ({
  name: 'Data',
  columns: (rows[0] ?? []).map((_, index) => column(`c${index}`)),
  rows: [rows],
});

describe('a workbook', () => {
  it.each(formulaLike)('keeps %j as text in titles and cells', async (payload) => {
    const cells = Array.from({ length: 30 }, () => payload);
    const file = await written({ name: 'Data', columns: cells.map((title) => column(title)), rows: [[cells]], totals: cells });
    const xml = partsOf(file)['xl/worksheets/sheet1.xml'] ?? '';
    expect(xml).not.toMatch(/<f[\s>]/);
    const kinds = [...xml.matchAll(/<c [^>]*?t="([^"]+)"/g)].map(([, kind]) => kind);
    expect(kinds).toHaveLength(90);
    expect(new Set(kinds)).toEqual(new Set(['inlineStr']));
    // Another library reads the same text and no formula.
    const [sheet] = (await readXlsx(file)).sheets;
    expect(sheet?.rows).toEqual([cells, cells, cells]);
    expect([...(sheet?.cells?.values() ?? [])].some((cell) => cell.formula !== undefined)).toBe(false);
  });

  it('keeps text as text when the cell is edited', async () => {
    const parts = partsOf(await written(sheetOf(['=1+1'])));
    const style = Number(/<c r="A2" s="(\d+)"/.exec(parts['xl/worksheets/sheet1.xml'] ?? '')?.[1]);
    const styles = [...(/<cellXfs.*<\/cellXfs>/s.exec(parts['xl/styles.xml'] ?? '')?.[0] ?? '').matchAll(/<xf [^>]*>/g)];
    expect(styles[style]?.[0]).toContain('numFmtId="49"');
    expect(styles[style]?.[0]).toContain('quotePrefix="1"');
  });

  it('has typed cells, and no cell for null', async () => {
    const file = await written(sheetOf(['a', 12.5, true, new Date('2026-11-20T08:30:00Z'), null, Number.NaN, 'z']));
    const xml = partsOf(file)['xl/worksheets/sheet1.xml'] ?? '';
    expect(xml).toContain('<c r="B2" s="0"><v>12.5</v></c><c r="C2" s="0" t="b"><v>1</v></c><c r="D2" s="3">');
    expect(xml).not.toMatch(/r="[EF]2"/);
    const { sheets } = await readXlsx(file);
    expect(sheets[0]?.rows[1]?.slice(0, 3)).toEqual(['a', 12.5, true]);
    const minutes = Math.round(Number(sheets[0]?.rows[1]?.[3]) / 60_000);
    expect(new Date(minutes * 60_000)).toEqual(new Date('2026-11-20T08:30:00Z'));
  });

  it('shows numbers in their column format and totals in bold', async () => {
    const file = await written({ name: 'D', columns: [column('n', '#,##0'), column('m')], rows: [[[1000, 2]]], totals: [1000, 'Total'] });
    const parts = partsOf(file);
    expect(parts['xl/styles.xml']).toContain('formatCode="#,##0"');
    const at = (cell: string) => Number(new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(parts['xl/worksheets/sheet1.xml'] ?? '')?.[1]);
    const styles = [...(/<cellXfs.*<\/cellXfs>/s.exec(parts['xl/styles.xml'] ?? '')?.[0] ?? '').matchAll(/<xf [^>]*>/g)].map(([xf]) => xf);
    expect(styles[at('A2')]).toMatch(/numFmtId="165" fontId="0"/);
    expect(styles[at('A3')]).toMatch(/numFmtId="165" fontId="1"/);
    expect(styles[at('B3')]).toMatch(/fontId="1"/);
  });

  it('freezes the title row', async () => {
    expect(partsOf(await written(sheetOf(['a'])))['xl/worksheets/sheet1.xml']).toContain('<pane ySplit="1" topLeftCell="A2"');
  });

  it('has valid sheet names', async () => {
    const names = ["it's [a] *long* name: with / and \\ and ? signs", "'", ''];
    const file = await written(...names.map((name) => ({ ...sheetOf(['x']), name })));
    const { sheets } = await readXlsx(file);
    for (const { name } of sheets) expect(name).toMatch(/^[^[\]:*?/\\]{1,31}$/);
  });

  it('shortens texts to the cell limit without splitting a character', async () => {
    const [, row] = sheetCells(await written(sheetOf(['👍'.repeat(20_000)])), 0);
    const text = row?.[0] ?? '';
    expect(text.length).toBeLessThanOrEqual(32_767);
    expect(text.endsWith('👍…')).toBe(true);
  });

  it('preserves any text that a cell can hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { minLength: 1, maxLength: 20 }), async (texts) => {
        const { sheets } = await readXlsx(await written(sheetOf(texts)));
        expect(sheets[0]?.rows[1]).toEqual(texts.map((text) => text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')));
      }),
      { numRuns: 60 },
    );
  });

  it('has the same bytes for the same content', async () => {
    expect(await written(sheetOf(['a', 1]))).toEqual(await written(sheetOf(['a', 1])));
  });
});

describe('writing', () => {
  it('reads the next rows only after the bytes before were consumed', async () => {
    let taken = 0;
    async function* rows() {
      for (let portion = 0; portion < 400; portion += 1) {
        taken += 1;
        yield Array.from({ length: 500 }, (_, index) => [`${portion} ${index} ${Math.sin(portion * 500 + index)}`]);
      }
    }
    const chunks = writeWorkbook([{ ...sheetOf(['x']), rows: rows() }]);
    let bytes = 0;
    while (bytes < 20_000) bytes += (await chunks.next()).value?.length ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(taken).toBeLessThan(40);
    await chunks.return(undefined);
  });

  it('closes its source when the reader stops', async () => {
    let isEnded = false;
    async function* rows() {
      try {
        for (;;) yield Array.from({ length: 500 }, () => [Math.random()]);
      } finally {
        isEnded = true;
      }
    }
    for await (const _ of writeWorkbook([{ ...sheetOf([1]), rows: rows() }])) break;
    const chunks = writeWorkbook([{ ...sheetOf([1]), rows: rows() }]);
    for (let count = 0; count < 20; count += 1) await chunks.next();
    await chunks.return(undefined);
    expect(isEnded).toBe(true);
  });

  it('throws the error of its source and does not finish the file', async () => {
    async function* rows() {
      yield [[1]];
      throw new Error('the database is gone');
    }
    await expect(written({ ...sheetOf([1]), rows: rows() })).rejects.toThrow('the database is gone');
  });
});
