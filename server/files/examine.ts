import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import type { FileExamination, FileFault, StoredFileType } from '#server/domain/files.ts';
import { isVideoType } from '#server/domain/files.ts';
import { findEndFault } from './file-end.ts';
import { MAX_PIXELS, openPicture } from './pictures.ts';
import type { Storage } from './storage.ts';
import { readVideo } from './video-facts.ts';

/** Number of first bytes that identify the type of a file. */
export const HEAD_BYTES = 4_100;
/** Largest image that is decoded, because images are decoded as a whole. */
const MAX_IMAGE_BYTES = 40 * 1024 * 1024;
const IMAGE_TIME_LIMIT_S = 60;

const acceptedTypes: ReadonlySet<string> = new Set<StoredFileType>(['video/mp4', 'video/quicktime', 'image/jpeg', 'image/png']);
/** Other names of the same containers. */
const aliases: Readonly<Record<string, StoredFileType>> = { 'video/x-m4v': 'video/mp4', 'image/apng': 'image/png' };

/** Detects the type by the first bytes. */
export async function detectType(head: Uint8Array): Promise<StoredFileType | undefined> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const mime = found?.mime as string | undefined;
  if (mime === undefined) return undefined;
  return acceptedTypes.has(mime) ? (mime as StoredFileType) : aliases[mime];
}

export async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

async function computeHash(storage: Storage, key: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of storage.read(key) as AsyncIterable<Buffer>) {
    signal?.throwIfAborted();
    hash.update(part);
  }
  return hash.digest('hex');
}

interface ImageFacts {
  width: number;
  height: number;
  codec: string;
}

/** Decodes the whole image once, so that damage in the middle is found. */
async function readImage(bytes: Buffer): Promise<ImageFacts | { fault: FileFault }> {
  const picture = openPicture(bytes).timeout({ seconds: IMAGE_TIME_LIMIT_S });
  try {
    const { width, height, format, autoOrient } = await openPicture(bytes).metadata();
    if (width * height > MAX_PIXELS) return { fault: 'TOO_MANY_PIXELS' };
    await picture.resize({ width: 16, height: 16, fit: 'inside', fastShrinkOnLoad: false }).raw().toBuffer();
    return { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height, codec: format ?? 'unknown' };
  } catch (error) {
    return { fault: /pixel limit/i.test((error as Error).message) ? 'TOO_MANY_PIXELS' : 'FILE_BROKEN' };
  }
}

/** Reads a stored file completely; see `Files.examine`. */
export async function examine(storage: Storage, key: string, signal?: AbortSignal): Promise<FileExamination> {
  const size = await storage.size(key);
  if (size === undefined) return { fault: 'FILE_GONE', sha256: null };
  const sha256 = await computeHash(storage, key, signal);
  const readAt = async (start: number, length: number): Promise<Buffer> =>
    length <= 0 || start >= size ? Buffer.alloc(0) : await readAll(storage.read(key, { start, end: Math.min(start + length, size) - 1 }));

  const type = await detectType(await readAt(0, HEAD_BYTES));
  if (type === undefined) return { fault: 'FILE_TYPE', sha256 };
  if (isVideoType(type)) {
    const fault = await findEndFault(type, { size, readAt });
    const facts = fault === null ? await readVideo({ size, readAt }) : { fault };
    return 'fault' in facts ? { fault: facts.fault, sha256 } : { fault: null, sha256, size, type, ...facts };
  }
  if (size > MAX_IMAGE_BYTES) return { fault: 'FILE_TYPE', sha256 };
  const bytes = await readAt(0, size);
  const facts = await readImage(bytes);
  if ('fault' in facts) return { fault: facts.fault, sha256 };
  const fault = await findEndFault(type, { size, readAt: async (start, length) => bytes.subarray(start, start + length) });
  return fault === null ? { fault: null, sha256, size, type, durationMs: null, ...facts } : { fault, sha256 };
}
