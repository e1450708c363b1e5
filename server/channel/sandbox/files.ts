import { createHash } from 'node:crypto';
import type { FileRef } from '../ad-platform.ts';
import { uniform } from './chance.ts';
import { invalidParameter } from './failures.ts';
import type { Operation } from './operation.ts';

/** Largest size in bytes of each accepted type. */
const maxSizes: Readonly<Record<string, number>> = {
  'video/mp4': 4 * 1024 ** 3,
  'video/quicktime': 4 * 1024 ** 3,
  'image/jpeg': 30 * 1024 ** 2,
  'image/png': 30 * 1024 ** 2,
};

export const isVideo = (file: FileRef): boolean => file.mime.startsWith('video/');

/** Reads a whole file, as a real channel would. Refuses unsupported types and bytes that differ from the announced hash. */
export async function receiveFile(file: FileRef): Promise<void> {
  const maxSize = maxSizes[file.mime];
  if (maxSize === undefined) throw invalidParameter(`Files of type ${file.mime} are not taken.`);
  if (file.size > maxSize) throw invalidParameter(`The file is larger than ${maxSize} bytes.`);
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of file.open()) {
    const bytes = Buffer.from(chunk as Uint8Array);
    hash.update(bytes);
    size += bytes.length;
  }
  if (size !== file.size || hash.digest('hex') !== file.sha256.toLowerCase()) throw invalidParameter('The file did not arrive whole.');
}

const SECOND = 1000;
/** Bytes processed per second. */
const BYTES_PER_SECOND = 4 * 1024 ** 2;

/** When a file is ready: an image at once, a video after minutes of processing. */
export const readyAt = ({ seed, now }: Operation, file: FileRef | null): Date =>
  file === null || !isVideo(file)
    ? now
    : new Date(now.getTime() + Math.round(SECOND * (15 + 45 * uniform(seed, file.sha256, 'prepared') + file.size / BYTES_PER_SECOND)));
