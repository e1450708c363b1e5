/** Why a file is not read. */
export type SheetRefusal = 'notSpreadsheet' | 'tooLarge' | 'tooManyRows';

/** A file that is not read; nothing of its content was believed. */
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
/** What may stand behind a part: its sizes once more, with and without a mark, in 32 and in 64 bits. */
const FOLLOWING = [0, 12, 16, 20, 24];
const ELSEWHERE = 0xffff_ffff;

const PARTS_MAX = 500;
/** Bytes of all parts together, unpacked: a sheet of a few thousand rows has far fewer. */
const UNPACKED_MAX = 24 * 1024 * 1024;

interface Part {
  name: string;
  from: number;
  to: number;
  sizesFollow: boolean;
}

const broken = (detail: string) => new SheetFault('notSpreadsheet', detail);

/** Names that a program could take for a place outside, or two programs for two different parts. */
function requireSoundName(name: string, seen: Set<string>): void {
  const isSound = /^[^\p{Cc}\\:*?"<>|\ufffd]+$/u.test(name) && !name.startsWith('/') && !name.split('/').some((step) => /^\.*$/.test(step));
  // A folder ends with its slash.
  if (!isSound && !/^[\w/-]+\/$/.test(name)) throw broken('a part with a strange name');
  const folded = name.toLowerCase();
  if (seen.has(folded)) throw broken('two parts with one name');
  seen.add(folded);
  if (/vbaproject|\.bin$|\.exe$|\.dll$/.test(folded)) throw broken('a file with a program in it');
}

/**
 * Looks at an archive without unpacking anything: its directory must account for every byte of it, and for no more
 * unpacked bytes than a sheet of ours can have. So a bomb is refused before it goes off, and a file that is also something
 * else (a page, a program, another archive) is not taken for a spreadsheet. Throws a SheetFault.
 */
export function requireSoundArchive(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - END_LENGTH;
  if (end < 0 || view.getUint32(0, true) !== LOCAL || view.getUint32(end, true) !== END)
    throw broken('no archive from its first to its last byte');
  const count = view.getUint16(end + 10, true);
  const directory = view.getUint32(end + 16, true);
  const hasDisks = view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 6, true) !== 0 || view.getUint16(end + 8, true) !== count;
  if (hasDisks || count === 0 || directory + view.getUint32(end + 12, true) !== end) throw broken('a directory that is somewhere else');
  if (count > PARTS_MAX) throw new SheetFault('tooLarge', `${count} parts`);

  const seen = new Set<string>();
  const parts: Part[] = [];
  let unpacked = 0;
  let at = directory;
  for (let index = 0; index < count; index += 1) {
    if (at + DIRECTORY_LENGTH > end || view.getUint32(at, true) !== DIRECTORY) throw broken('a broken directory');
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [packedSize, plainSize, from] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true), view.getUint32(at + 42, true)];
    const nameLength = view.getUint16(at + 28, true);
    const next = at + DIRECTORY_LENGTH + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) throw broken('a broken directory');
    const name = new TextDecoder().decode(bytes.subarray(at + DIRECTORY_LENGTH, at + DIRECTORY_LENGTH + nameLength));
    requireSoundName(name, seen);
    if ((flags & ENCRYPTED) !== 0) throw broken('an encrypted part');
    if (method !== STORED && method !== DEFLATED) throw broken('a part packed in a strange way');
    if ([packedSize, plainSize, from].includes(ELSEWHERE)) throw new SheetFault('tooLarge', 'sizes beyond 4 GiB');
    // Without a length of its own nothing would bound what comes out of it.
    if (method === STORED ? packedSize !== plainSize : plainSize === 0 && packedSize > 2) throw broken('a part that hides its length');
    unpacked += plainSize;
    if (unpacked > UNPACKED_MAX) throw new SheetFault('tooLarge', `${unpacked} bytes unpacked`);
    parts.push(localOf(view, bytes, { name, from, packedSize, sizesFollow: (flags & SIZES_FOLLOW) !== 0 }));
    at = next;
  }
  if (at !== end) throw broken('something behind the directory');
  requireSeamless(parts, directory);
}

/** Where the content of a part stands; its own head must tell the same name. */
function localOf(view: DataView, bytes: Uint8Array, part: { name: string; from: number; packedSize: number; sizesFollow: boolean }): Part {
  const { name, from, packedSize, sizesFollow } = part;
  if (from + LOCAL_LENGTH > view.byteLength || view.getUint32(from, true) !== LOCAL) throw broken('a part that is not there');
  const nameLength = view.getUint16(from + 26, true);
  const nameFrom = from + LOCAL_LENGTH;
  const to = nameFrom + nameLength + view.getUint16(from + 28, true) + packedSize;
  if (to > view.byteLength) throw broken('a part beyond the end');
  if (new TextDecoder().decode(bytes.subarray(nameFrom, nameFrom + nameLength)) !== name) throw broken('a part with two names');
  return { name, from, to, sizesFollow };
}

/** One part after the other, from the first byte to the directory: nothing overlaps, nothing is hidden in between. */
function requireSeamless(parts: readonly Part[], directory: number): void {
  const sorted = parts.toSorted((a, b) => a.from - b.from);
  let expected = 0;
  for (const [index, part] of sorted.entries()) {
    if (part.from !== expected) throw broken('parts that overlap, or bytes between them');
    const next = sorted[index + 1]?.from ?? directory;
    const gap = next - part.to;
    if (gap !== 0 && !(part.sizesFollow && FOLLOWING.includes(gap))) throw broken('parts that overlap, or bytes between them');
    expected = next;
  }
}
