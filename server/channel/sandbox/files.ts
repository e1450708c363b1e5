import { createHash } from 'node:crypto';
import type { FileRef } from '../ad-platform.ts';
import { uniform } from './chance.ts';
import { isInvalid } from './failures.ts';
import type { Operation } from './operation.ts';

/** What the channel takes, and how large at most. */
const takes: Readonly<Record<string, number>> = {
  'video/mp4': 4 * 1024 ** 3,
  'video/quicktime': 4 * 1024 ** 3,
  'image/jpeg': 30 * 1024 ** 2,
  'image/png': 30 * 1024 ** 2,
};

export const isVideo = (file: FileRef): boolean => file.mime.startsWith('video/');

/** Reads a file to its end, as a channel would that keeps it. Refused: a kind it does not take, or other bytes than were announced. */
export async function receive(file: FileRef): Promise<void> {
  const most = takes[file.mime];
  if (most === undefined) throw isInvalid(`Files of type ${file.mime} are not taken.`);
  if (file.size > most) throw isInvalid(`The file is larger than ${most} bytes.`);
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of file.open()) {
    const bytes = Buffer.from(chunk as Uint8Array);
    hash.update(bytes);
    size += bytes.length;
  }
  if (size !== file.size || hash.digest('hex') !== file.sha256.toLowerCase()) throw isInvalid('The file did not arrive whole.');
}

const SECOND = 1000;
/** Bytes that are prepared in a second. */
const PACE = 4 * 1024 ** 2;

/** When a file can be used: a picture at once, a film after it was prepared, within minutes. */
export const readyAt = ({ seed, now }: Operation, file: FileRef | null): Date =>
  file === null || !isVideo(file)
    ? now
    : new Date(now.getTime() + Math.round(SECOND * (15 + 45 * uniform(seed, file.sha256, 'prepared') + file.size / PACE)));
