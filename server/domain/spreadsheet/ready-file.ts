import type { Sheet, SheetFile } from './sheet.ts';
import { writeWorkbook } from './write-workbook.ts';

/** A small file as a whole. */
export async function workbookBytes(sheets: readonly Sheet[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeWorkbook(sheets)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A small file that depends on nothing, a template for one. */
export async function readyFile(given: { fileName: string; asciiName: string; sheets: readonly Sheet[] }): Promise<SheetFile> {
  const { fileName, asciiName, sheets } = given;
  const bytes = await workbookBytes(sheets);
  return {
    fileName,
    asciiName,
    rowCount: 0,
    estimatedLength: bytes.length,
    bytes: (async function* all() {
      yield bytes;
    })(),
    close: async () => undefined,
  };
}
