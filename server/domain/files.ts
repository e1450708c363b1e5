import type { Readable } from 'node:stream';

/** Where something kept outside of the database can be fetched, for whoever has the address. */
export interface SignedAddress {
  /** Path below the root of the server, signed; usable as `src` of a picture or a video. */
  url: string;
  expires_at: Date;
}

/** What files are kept as; by their content, whatever their names said. */
export type KeptType = 'video/mp4' | 'video/quicktime' | 'image/jpeg' | 'image/png';

export const isVideoType = (type: KeptType): boolean => type.startsWith('video/');

/** Where the bytes of uploads go. */
export const UPLOADS_PATH = '/api/uploads';

/** There is no room left, on the disk or within the quota. */
export class StorageFull extends Error {}

/** Why a file is no material. */
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

/** What a whole file turned out to be. `sha256` is there whenever the file is. */
export type Examined =
  | { fault: FileFault; sha256: string | null }
  | {
      fault: null;
      sha256: string;
      size: number;
      type: KeptType;
      width: number;
      height: number;
      /** Null of an image. */
      durationMs: number | null;
      codec: string | null;
    };

/** Kept files, as calls see them. Keys are made here, never from what a client sent. */
export interface Files {
  /** A short-lived address; `download` makes a browser save it under that name. Throws for a key that no kept file has. */
  address(key: string, now: Date, options?: { download?: string }): SignedAddress;
  /** The same of what may have no file: null without a key, and for a key that no kept file has. */
  addressIfKept(key: string | null, now: Date): string | null;
  /** A checked picture (JPEG or PNG by content), scaled down where large and written anew; answers its key. Throws a Refusal: FILE_TOO_LARGE, or one that names `field`. */
  keepPicture(bytes: Buffer, field: string): Promise<string>;
  /** Keeps bytes whose type is known already, as they are; answers their key. */
  keep(bytes: Uint8Array, type: KeptType): Promise<string>;
  /** Reads a kept file, whole or from a byte on. */
  open(key: string, start?: number): NodeJS.ReadableStream;
  /** The bytes of uploads until they are whole. */
  readonly uploads: UploadBytes;
  /** Reads a kept file through, whatever it is: within little memory and a few minutes. Never throws for what is in it. */
  examine(key: string, signal?: AbortSignal): Promise<Examined>;
  /** A scaled cover of an image that was found good; answers its key. */
  keepCover(key: string): Promise<string>;
  remove(key: string): Promise<void>;
  /** Every kept file, with the instant it was kept. */
  all(): AsyncIterable<{ key: string; keptAt: Date }>;
}

/** Bytes of uploads under way, by the id of the upload. Sizes in bytes. */
export interface UploadBytes {
  /** Path below the root of the server that takes the bytes, by the tus protocol. */
  address(id: string): string;
  begin(id: string): Promise<void>;
  /** How many arrived; undefined where nothing is kept under that id. */
  received(id: string): Promise<number | undefined>;
  /** Writes from a byte on; what arrived stays when `bytes` break. Answers how many there are then. Throws `StorageFull`. */
  write(id: string, offset: number, bytes: Readable): Promise<number>;
  /** What its first bytes say it is; undefined for whatever is not kept here. */
  typeOf(id: string): Promise<KeptType | undefined>;
  /** A key for what an upload will become. */
  newKey(type: KeptType): string;
  /** Makes a whole upload the file of that key; repeated, it changes nothing. */
  adopt(id: string, key: string): Promise<void>;
  discard(id: string): Promise<void>;
  /** Every upload that bytes are kept of, with the instant the last arrived. */
  all(): AsyncIterable<{ id: string; changedAt: Date }>;
  /** Room for so many more, with a reserve for everything else. */
  hasRoom(bytes: number): Promise<boolean>;
}
