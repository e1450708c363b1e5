import type { Readable } from 'node:stream';

/** A signed address at which a stored file can be fetched without signing in. */
export interface SignedAddress {
  /** Path on this server, usable as `src` of an image or video. */
  url: string;
  expires_at: Date;
}

/** Types of stored files, detected by content. */
export type StoredFileType = 'video/mp4' | 'video/quicktime' | 'image/jpeg' | 'image/png';

export const isVideoType = (type: StoredFileType): boolean => type.startsWith('video/');

/** Path that uploads send their bytes to. */
export const UPLOADS_PATH = '/api/uploads';

/** Thrown when the disk or quota is full. */
export class StorageFull extends Error {}

/** Reasons why a file cannot be a material. */
export const fileFaults = [
  'FILE_GONE',
  'FILE_TYPE',
  'FILE_BROKEN',
  'FILE_EXTRA',
  'NO_VIDEO',
  'TOO_NARROW',
  'TOO_MANY_PIXELS',
  'TOO_SHORT',
  'TOO_LONG',
] as const;
export type FileFault = (typeof fileFaults)[number];

/** Result of examining a file. `sha256` is present whenever the file exists. */
export type FileExamination =
  | { fault: FileFault; sha256: string | null }
  | {
      fault: null;
      sha256: string;
      size: number;
      type: StoredFileType;
      width: number;
      height: number;
      /** Null for an image. */
      durationMs: number | null;
      codec: string | null;
    };

/** Stored files as calls use them. Keys are made by the server, never taken from a client. */
export interface Files {
  /** Creates a short-lived address; `download` is the name a browser saves it under. Throws for an invalid key. */
  address(key: string, now: Date, options?: { download?: string }): SignedAddress;
  /** Creates an address if there is a file: null without a key and for an invalid key. */
  addressIfStored(key: string | null, now: Date): string | null;
  /** Checks a picture (JPEG or PNG by content), scales it down if large, encodes it again and returns its key. Throws FILE_TOO_LARGE or refuses at `field`. */
  storePicture(bytes: Buffer, field: string): Promise<string>;
  /** Stores bytes of a known type unchanged and returns their key. */
  store(bytes: Uint8Array, type: StoredFileType): Promise<string>;
  /** Reads a stored file, completely or from a byte on. */
  open(key: string, start?: number): NodeJS.ReadableStream;
  /** Bytes of unfinished uploads. */
  readonly uploads: UploadBytes;
  /** Examines a stored file of any content with little memory within a few minutes. Never throws because of its content. */
  examine(key: string, signal?: AbortSignal): Promise<FileExamination>;
  /** Creates a scaled cover of a checked image and returns its key. */
  createCover(key: string): Promise<string>;
  remove(key: string): Promise<void>;
  /** All stored files with the time they were stored. */
  all(): AsyncIterable<{ key: string; storedAt: Date }>;
}

/** Bytes of unfinished uploads by upload id. Sizes are in bytes. */
export interface UploadBytes {
  /** Path on this server that accepts the bytes by the tus protocol. */
  address(id: string): string;
  begin(id: string): Promise<void>;
  /** Number of received bytes; undefined when nothing is stored under that id. */
  received(id: string): Promise<number | undefined>;
  /** Writes `bytes` at an offset and returns the new size; received bytes stay when the stream breaks. Throws `StorageFull`. */
  write(id: string, offset: number, bytes: Readable): Promise<number>;
  /** Type by the first bytes; undefined for unsupported types. */
  typeOf(id: string): Promise<StoredFileType | undefined>;
  /** Creates a key for the finished file. */
  newKey(type: StoredFileType): string;
  /** Turns a complete upload into the file of that key; repeating it changes nothing. */
  adopt(id: string, key: string): Promise<void>;
  discard(id: string): Promise<void>;
  /** All uploads with bytes, with the time the last byte arrived. */
  all(): AsyncIterable<{ id: string; changedAt: Date }>;
  /** True when there is room for this many more bytes besides a reserve. */
  hasRoom(bytes: number): Promise<boolean>;
  /** Free space of the disk in bytes, including what is reserved. */
  freeBytes(): Promise<number>;
}
