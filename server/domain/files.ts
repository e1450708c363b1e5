/** Where something kept outside of the database can be fetched, for whoever has the address. */
export interface SignedAddress {
  /** Path below the root of the server, signed; usable as `src` of a picture or a video. */
  url: string;
  expires_at: Date;
}

/** Kept files, as calls see them. Keys are made here, never from what a client sent. */
export interface Files {
  /** A short-lived address; `download` makes a browser save it under that name. */
  address(key: string, now: Date, options?: { download?: string }): SignedAddress;
  /** A checked picture (JPEG or PNG by content), scaled down where large and written anew; answers its key. Throws a Refusal that names `field`. */
  keepPicture(bytes: Buffer, field: string): Promise<string>;
  /** Reads a kept file, whole or from a byte on. */
  open(key: string, start?: number): NodeJS.ReadableStream;
}
