import type { Sheet, SheetFile } from './sheet.ts';
import { writeWorkbook } from './write-workbook.ts';

/** Creates a small workbook in memory. */
export async function createWorkbook(sheets: readonly Sheet[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeWorkbook(sheets)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Creates a small file that needs no database, such as a template. */
export async function createReadyFile(input: { fileName: string; asciiName: string; sheets: readonly Sheet[] }): Promise<SheetFile> {
  const { fileName, asciiName, sheets } = input;
  const bytes = await createWorkbook(sheets);
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
