import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start?: number | undefined;
  end?: number | undefined;
}

/**
 * Storage of file contents. Another storage, such as a bucket, can be plugged in here: it gets keys and ids made by the server
 * (`materials/ab/<32 hex>.mp4`, a UUID) and may name its objects freely. `folder.ts` is the existing one. Every storage must guarantee
 * that a key is readable only once its file is complete and durable, that concurrent work on different keys does not interfere, that
 * removing a missing file succeeds, and that a full disk fails with the code ENOSPC or EDQUOT.
 */
export interface Storage {
  /** Writes the file completely or not at all. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is no such file. */
  size(key: string): Promise<number | undefined>;
  read(key: string, range?: ByteRange): Readable;
  remove(key: string): Promise<void>;
  /** All keys with the time they were stored. */
  keys(): AsyncIterable<{ key: string; storedAt: Date }>;
  /** Free space in bytes. */
  freeBytes(): Promise<number>;

  /** Creates an empty draft: a file that is still incomplete. */
  beginDraft(id: string): Promise<void>;
  draftSize(id: string): Promise<number | undefined>;
  /** Writes `bytes` at an offset and returns the new size; received bytes stay when the stream breaks. */
  writeDraft(id: string, offset: number, bytes: Readable): Promise<number>;
  readDraft(id: string, range?: ByteRange): Readable;
  /** Atomically turns the draft into the file of that key; repeating it changes nothing. */
  adoptDraft(id: string, key: string): Promise<void>;
  removeDraft(id: string): Promise<void>;
  /** All drafts with the time they last grew. */
  drafts(): AsyncIterable<{ id: string; changedAt: Date }>;
}

/** True for errors of a full disk or quota. */
export const isDiskFull = (error: unknown): boolean => {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
};
