import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Download } from 'playwright-core';

/** The sheets of a downloaded spreadsheet, each as its cells' text, row by row. */
export async function sheetsOf(download: Download): Promise<string[][][]> {
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  const text = (name: string) => Buffer.from(files[name] ?? new Uint8Array()).toString('utf8');
  const shared = [...text('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, one = '']) => plain(one));
  return Object.keys(files)
    .filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
    .sort()
    .map((name) =>
      [...text(name).matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
        [...row.matchAll(/<c([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, kind = '', cell = '']) =>
          kind.includes('t="s"') ? (shared[Number(plain(cell))] ?? '') : plain(cell),
        ),
      ),
    );
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&#39;': "'", '&amp;': '&' };

/** Text without its markup. */
const plain = (xml: string): string =>
  xml.replaceAll(/<[^>]*>/g, '').replaceAll(/&(?:lt|gt|quot|apos|amp|#39);/g, (one) => entities[one] ?? one);
