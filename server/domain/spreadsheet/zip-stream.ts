import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A part of the archive; its content is read only when the part is written. */
export interface ZipPart {
  /** ASCII and unique. */
  name: string;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const VERSION = 20;
/** Sizes and checksum follow the content, because they are not known before. */
const SIZES_FOLLOW = 0x0008;
const DEFLATED = 8;
/** 1980-01-01, so that archives of the same content are identical. */
const NO_DATE = 0x0021;
const MAX_SIZE = 0xffff_ffff;

interface WrittenPart {
  name: Buffer;
  offset: number;
  checksum: number;
  packed: number;
  plain: number;
}

function createHeader(size: number, write: (view: DataView) => void): Buffer {
  const bytes = Buffer.alloc(size);
  write(new DataView(bytes.buffer, bytes.byteOffset, size));
  return bytes;
}

const createLocalHeader = (name: Buffer): Buffer =>
  Buffer.concat([
    createHeader(30, (view) => {
      view.setUint32(0, 0x0403_4b50, true);
      view.setUint16(4, VERSION, true);
      view.setUint16(6, SIZES_FOLLOW, true);
      view.setUint16(8, DEFLATED, true);
      view.setUint16(12, NO_DATE, true);
      view.setUint16(26, name.length, true);
    }),
    name,
  ]);

const createDescriptor = ({ checksum, packed, plain }: WrittenPart): Buffer =>
  createHeader(16, (view) => {
    view.setUint32(0, 0x0807_4b50, true);
    view.setUint32(4, checksum, true);
    view.setUint32(8, packed, true);
    view.setUint32(12, plain, true);
  });

const createDirectoryEntry = ({ name, offset, checksum, packed, plain }: WrittenPart): Buffer =>
  Buffer.concat([
    createHeader(46, (view) => {
      view.setUint32(0, 0x0201_4b50, true);
      view.setUint16(4, VERSION, true);
      view.setUint16(6, VERSION, true);
      view.setUint16(8, SIZES_FOLLOW, true);
      view.setUint16(10, DEFLATED, true);
      view.setUint16(14, NO_DATE, true);
      view.setUint32(16, checksum, true);
      view.setUint32(20, packed, true);
      view.setUint32(24, plain, true);
      view.setUint16(28, name.length, true);
      view.setUint32(42, offset, true);
    }),
    name,
  ]);

const createDirectoryEnd = (entries: number, offset: number, size: number): Buffer =>
  createHeader(22, (view) => {
    view.setUint32(0, 0x0605_4b50, true);
    view.setUint16(8, entries, true);
    view.setUint16(10, entries, true);
    view.setUint32(12, size, true);
    view.setUint32(16, offset, true);
  });

/** Deflates content in the threads of zlib, portion by portion; `onBytes` gets every portion beforehand. */
async function* deflatePart(content: ZipPart['content'], onBytes: (bytes: Uint8Array) => void): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw();
  const feeding = pipeline(
    Readable.from(content, { objectMode: true, highWaterMark: 1 }),
    async function* watch(source: AsyncIterable<Uint8Array>) {
      for await (const bytes of source) {
        onBytes(bytes);
        yield bytes;
      }
    },
    deflate,
  );
  // An error is thrown where the deflated bytes are read.
  feeding.catch(() => undefined);
  try {
    yield* deflate as AsyncIterable<Buffer>;
    await feeding;
  } finally {
    deflate.destroy();
    await feeding.catch(() => undefined);
  }
}

/** The bytes of a ZIP archive, created while they are read. Parts are limited to 4 GiB. */
export async function* zipStream(parts: Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const written: WrittenPart = { name: Buffer.from(part.name, 'latin1'), offset, checksum: 0, packed: 0, plain: 0 };
    const local = createLocalHeader(written.name);
    offset += local.length;
    yield local;
    const countBytes = (bytes: Uint8Array) => {
      written.checksum = crc32(bytes, written.checksum);
      written.plain += bytes.length;
    };
    for await (const bytes of deflatePart(part.content, countBytes)) {
      written.packed += bytes.length;
      yield bytes;
    }
    offset += written.packed;
    if (Math.max(written.plain, offset) > MAX_SIZE) throw new Error(`${part.name} is too large for an archive`);
    const sizes = createDescriptor(written);
    offset += sizes.length;
    yield sizes;
    directory.push(createDirectoryEntry(written));
  }
  const entries = Buffer.concat(directory);
  yield Buffer.concat([entries, createDirectoryEnd(directory.length, offset, entries.length)]);
}
