/** The call that reads what a write changed. */
export interface ReadBack {
  path: string;
  body: object;
  /** Literal values of the reply. */
  reads: object;
  read: () => Promise<unknown>;
}

/** By pact and by the description of the write. */
export type ReadBacks = Readonly<Record<string, Readonly<Record<string, ReadBack>>>>;

/** The call `read` shows exactly the values of `reads`, among others. */
export const readBack = <Request extends object>(
  read: (request: Request) => Promise<unknown>,
  path: string,
  body: Request,
  reads: object,
): ReadBack => ({ path, body, reads, read: () => read(body) });
