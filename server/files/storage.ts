import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start?: number | undefined;
  end?: number | undefined;
}

/**
 * Where bytes lie. This is the place to plug in another one, such as a bucket: it gets keys and ids that were made here
 * (`materials/ab/<32 hex>.mp4`, a UUID) and may name things as it likes. `folder.ts` is the one there is. What every one must keep:
 * a key is readable only once it is whole and safe on disk; what several servers do at once to different keys never meets;
 * removing what is gone already is no fault; and when there is no room left the error has the code ENOSPC or EDQUOT.
 */
export interface Storage {
  /** Whole or not at all. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is none. */
  size(key: string): Promise<number | undefined>;
  read(key: string, range?: ByteRange): Readable;
  remove(key: string): Promise<void>;
  /** Every key, with the instant it was kept. */
  keys(): AsyncIterable<{ key: string; keptAt: Date }>;
  /** Bytes that still fit. */
  freeBytes(): Promise<number>;

  /** An empty draft: a file that is not whole yet. */
  beginDraft(id: string): Promise<void>;
  draftSize(id: string): Promise<number | undefined>;
  /** Writes from a byte on, to the end of `bytes`; what arrived stays when these break. Answers the new size. */
  writeDraft(id: string, offset: number, bytes: Readable): Promise<number>;
  readDraft(id: string, range?: ByteRange): Readable;
  /** The draft becomes the file of that key, at once; repeated, it changes nothing. */
  adoptDraft(id: string, key: string): Promise<void>;
  removeDraft(id: string): Promise<void>;
  /** Every draft, with the instant it last grew. */
  drafts(): AsyncIterable<{ id: string; changedAt: Date }>;
}

/** True for errors that mean: there is no room left. */
export const isFull = (error: unknown): boolean => {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
};
