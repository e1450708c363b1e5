import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Download } from 'playwright-core';

/** The parts of an xlsx file as text, by name. */
export const partsOf = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(new Uint8Array(bytes))).map(([name, part]) => [name, Buffer.from(part).toString('utf8')]));

/** The sheets of a downloaded spreadsheet, as the texts of their cells, row by row. */
export const readDownloadedSheets = async (download: Download): Promise<string[][][]> => sheetsIn(await readFile(await download.path()));

/** The cells of one sheet, counted from 0. */
export const sheetCells = (bytes: Uint8Array, place: number): string[][] => sheetsIn(bytes)[place] ?? [];

/** The sheets of a spreadsheet, as the texts of their cells, row by row. */
export function sheetsIn(bytes: Uint8Array): string[][][] {
  const files = partsOf(bytes);
  const shared = [...(files['xl/sharedStrings.xml'] ?? '').matchAll(/<si>(.*?)<\/si>/gs)].map(([, one = '']) => stripMarkup(one));
  return Object.keys(files)
    .filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
    .sort()
    .map((name) =>
      [...(files[name] ?? '').matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
        [...row.matchAll(/<c([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, kind = '', cell = '']) =>
          kind.includes('t="s"') ? (shared[Number(stripMarkup(cell))] ?? '') : stripMarkup(cell),
        ),
      ),
    );
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&#39;': "'", '&amp;': '&' };

/** Text without its markup. */
const stripMarkup = (xml: string): string =>
  xml.replaceAll(/<[^>]*>/g, '').replaceAll(/&(?:lt|gt|quot|apos|amp|#39);/g, (one) => entities[one] ?? one);
