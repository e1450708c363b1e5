/** Why a file is refused. */
export type SheetRefusal = 'notSpreadsheet' | 'tooLarge' | 'tooManyRows';

/** Thrown for a file that is refused. */
export class SheetFault extends Error {
  readonly refusal: SheetRefusal;

  constructor(refusal: SheetRefusal, detail: string) {
    super(`${refusal}: ${detail}`);
    this.name = 'SheetFault';
    this.refusal = refusal;
  }
}

const LOCAL = 0x0403_4b50;
const DIRECTORY = 0x0201_4b50;
const END = 0x0605_4b50;
const LOCAL_LENGTH = 30;
const DIRECTORY_LENGTH = 46;
const END_LENGTH = 22;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 0x0001;
const SIZES_FOLLOW = 0x0008;
/** Possible lengths of a data descriptor after a part: absent, or with and without signature, in 32 or 64 bits. */
const DESCRIPTOR_LENGTHS = [0, 12, 16, 20, 24];
const ZIP64_MARK = 0xffff_ffff;

const MAX_PARTS = 500;
/** Most unpacked bytes of all parts together; a sheet of a few thousand rows has far fewer. */
const MAX_UNPACKED_BYTES = 24 * 1024 * 1024;

interface Part {
  name: string;
  from: number;
  to: number;
  sizesFollow: boolean;
}

const refuseBroken = (detail: string) => new SheetFault('notSpreadsheet', detail);

/** Refuses names that a program could resolve outside of the archive, and names that two programs could read differently. */
function requireSafeName(name: string, seen: Set<string>): void {
  const isSafe = /^[^\p{Cc}\\:*?"<>|\ufffd]+$/u.test(name) && !name.startsWith('/') && !name.split('/').some((step) => /^\.*$/.test(step));
  // Names of folders end with a slash.
  if (!isSafe && !/^[\w/-]+\/$/.test(name)) throw refuseBroken('a part with a strange name');
  const folded = name.toLowerCase();
  if (seen.has(folded)) throw refuseBroken('two parts with one name');
  seen.add(folded);
  if (/vbaproject|\.bin$|\.exe$|\.dll$/.test(folded)) throw refuseBroken('a file with a program in it');
}

/**
 * Checks an archive without unpacking it: the directory must account for every byte, and for no more unpacked bytes than a valid sheet
 * has. This refuses ZIP bombs and files that are something else as well, such as a page, a program or another archive. Throws a
 * SheetFault.
 */
export function requireSafeArchive(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - END_LENGTH;
  if (end < 0 || view.getUint32(0, true) !== LOCAL || view.getUint32(end, true) !== END)
    throw refuseBroken('no archive from its first to its last byte');
  const count = view.getUint16(end + 10, true);
  const directory = view.getUint32(end + 16, true);
  const hasDisks = view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 6, true) !== 0 || view.getUint16(end + 8, true) !== count;
  if (hasDisks || count === 0 || directory + view.getUint32(end + 12, true) !== end)
    throw refuseBroken('a directory that is somewhere else');
  if (count > MAX_PARTS) throw new SheetFault('tooLarge', `${count} parts`);

  const seen = new Set<string>();
  const parts: Part[] = [];
  let unpacked = 0;
  let at = directory;
  for (let index = 0; index < count; index += 1) {
    if (at + DIRECTORY_LENGTH > end || view.getUint32(at, true) !== DIRECTORY) throw refuseBroken('a broken directory');
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [packedSize, plainSize, from] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true), view.getUint32(at + 42, true)];
    const nameLength = view.getUint16(at + 28, true);
    const next = at + DIRECTORY_LENGTH + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) throw refuseBroken('a broken directory');
    const name = new TextDecoder().decode(bytes.subarray(at + DIRECTORY_LENGTH, at + DIRECTORY_LENGTH + nameLength));
    requireSafeName(name, seen);
    if ((flags & ENCRYPTED) !== 0) throw refuseBroken('an encrypted part');
    if (method !== STORED && method !== DEFLATED) throw refuseBroken('a part packed in a strange way');
    if ([packedSize, plainSize, from].includes(ZIP64_MARK)) throw new SheetFault('tooLarge', 'sizes beyond 4 GiB');
    // Without a declared length the unpacked size would have no limit.
    if (method === STORED ? packedSize !== plainSize : plainSize === 0 && packedSize > 2)
      throw refuseBroken('a part that hides its length');
    unpacked += plainSize;
    if (unpacked > MAX_UNPACKED_BYTES) throw new SheetFault('tooLarge', `${unpacked} bytes unpacked`);
    parts.push(readLocalHeader(view, bytes, { name, from, packedSize, sizesFollow: (flags & SIZES_FOLLOW) !== 0 }));
    at = next;
  }
  if (at !== end) throw refuseBroken('something behind the directory');
  requireContiguous(parts, directory);
}

/** Reads the local header of a part, which must repeat the name in the directory. */
function readLocalHeader(
  view: DataView,
  bytes: Uint8Array,
  part: { name: string; from: number; packedSize: number; sizesFollow: boolean },
): Part {
  const { name, from, packedSize, sizesFollow } = part;
  if (from + LOCAL_LENGTH > view.byteLength || view.getUint32(from, true) !== LOCAL) throw refuseBroken('a part that is not there');
  const nameLength = view.getUint16(from + 26, true);
  const nameFrom = from + LOCAL_LENGTH;
  const to = nameFrom + nameLength + view.getUint16(from + 28, true) + packedSize;
  if (to > view.byteLength) throw refuseBroken('a part beyond the end');
  if (new TextDecoder().decode(bytes.subarray(nameFrom, nameFrom + nameLength)) !== name) throw refuseBroken('a part with two names');
  return { name, from, to, sizesFollow };
}

/** Requires the parts to fill the file up to the directory, without overlaps or gaps. */
function requireContiguous(parts: readonly Part[], directory: number): void {
  const sorted = parts.toSorted((a, b) => a.from - b.from);
  let expected = 0;
  for (const [index, part] of sorted.entries()) {
    if (part.from !== expected) throw refuseBroken('parts that overlap, or bytes between them');
    const next = sorted[index + 1]?.from ?? directory;
    const gap = next - part.to;
    if (gap !== 0 && !(part.sizesFollow && DESCRIPTOR_LENGTHS.includes(gap)))
      throw refuseBroken('parts that overlap, or bytes between them');
    expected = next;
  }
}
