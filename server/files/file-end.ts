import type { FileFault, StoredFileType } from '#server/domain/files.ts';

/** A file with random access. */
export interface ReadableFile {
  size: number;
  readAt(start: number, length: number): Promise<Buffer>;
}

/** Most parts of a file that are checked. */
const MAX_PARTS = 200_000;

/** Top-level box types of ISO and QuickTime files. */
const topLevelBoxes = new Set([
  'ftyp',
  'moov',
  'mdat',
  'free',
  'skip',
  'wide',
  'uuid',
  'moof',
  'mfra',
  'sidx',
  'ssix',
  'styp',
  'meta',
  'meco',
  'pnot',
  'udta',
  'pdin',
  'prft',
  'emsg',
  'PICT',
  'junk',
  'imda',
  'bloc',
  'prfl',
]);

/** Checks that every byte belongs to a known box, so that the file is neither truncated nor extended. */
async function findBoxFault({ size, readAt }: ReadableFile): Promise<FileFault | null> {
  let at = 0;
  for (let count = 0; at < size; count += 1) {
    const head = await readAt(at, 16);
    if (count > MAX_PARTS) return 'FILE_BROKEN';
    // Some recorders fill the end with zeros.
    if (head.length < 8) return head.every((byte) => byte === 0) ? null : 'FILE_EXTRA';
    const kind = head.toString('latin1', 4, 8);
    const short = head.readUInt32BE(0);
    if (!topLevelBoxes.has(kind)) return short === 0 && head.readUInt32BE(4) === 0 ? null : 'FILE_EXTRA';
    // 0 means up to the end; 1 means that the size follows in eight bytes.
    const length = short === 0 ? size - at : short === 1 ? (head.length < 16 ? 0 : Number(head.readBigUInt64BE(8))) : short;
    if (length < 8 || at + length > size) return 'FILE_BROKEN';
    at += length;
  }
  return null;
}

async function findPngFault({ size, readAt }: ReadableFile): Promise<FileFault | null> {
  let at = 8;
  for (let count = 0; count < MAX_PARTS; count += 1) {
    const head = await readAt(at, 8);
    if (head.length < 8) return 'FILE_BROKEN';
    at += 12 + head.readUInt32BE(0);
    if (head.toString('latin1', 4, 8) === 'IEND') return at === size ? null : at > size ? 'FILE_BROKEN' : 'FILE_EXTRA';
  }
  return 'FILE_BROKEN';
}

/** Finds the end of the image that begins at `from`; undefined when it has none. */
function findJpegEnd(bytes: Buffer, from: number): number | undefined {
  let at = from + 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    at += isAlone ? 2 : 2 + bytes.readUInt16BE(at + 2);
    if (marker !== 0xda) continue;
    // Skips coded data up to the next marker that is neither a stuffed byte nor a restart.
    for (; ; at += 1) {
      at = bytes.indexOf(0xff, at);
      if (at < 0 || at + 1 >= bytes.length) return undefined;
      const next = bytes[at + 1] ?? 0;
      if (next === 0xd9) return at + 2;
      if (next !== 0x00 && next !== 0xff && (next < 0xd0 || next > 0xd7)) break;
    }
  }
  return undefined;
}

/** Cameras may append smaller images and zeros, which are allowed. */
async function findJpegFault({ size, readAt }: ReadableFile): Promise<FileFault | null> {
  const bytes = await readAt(0, size);
  let at = 0;
  while (at < size) {
    if (bytes[at] === 0) at += 1;
    else if (bytes[at] === 0xff && bytes[at + 1] === 0xd8) {
      const end = findJpegEnd(bytes, at);
      if (end === undefined) return at === 0 ? 'FILE_BROKEN' : 'FILE_EXTRA';
      at = end;
    } else return 'FILE_EXTRA';
  }
  return null;
}

/** Finds data after the end of a file's format, so that the file cannot be something else as well. */
export async function findEndFault(type: StoredFileType, file: ReadableFile): Promise<FileFault | null> {
  if (type === 'image/png') return await findPngFault(file);
  if (type === 'image/jpeg') return await findJpegFault(file);
  return await findBoxFault(file);
}
