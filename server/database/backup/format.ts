/**
 * A backup is one gzip file of text: a line of JSON about the whole, then per table a line of JSON and its rows as
 * PostgreSQL's COPY writes them, ended by `\.`, then a line of JSON that closes it. A file without the closing
 * line was cut off.
 */
export interface BackupHead {
  format: 'ad-delivery-backup';
  formatVersion: 1;
  createdAt: string;
  /** Newest migration the data was written under. */
  schemaVersion: string;
  /** Major version of the PostgreSQL it was read from. */
  postgres: number;
}

export interface BackupTable {
  table: string;
  columns: string[];
}

export interface BackupSequence {
  sequence: string;
  lastValue: string;
  isCalled: boolean;
}

export interface BackupTail {
  tables: number;
  sequences: BackupSequence[];
}

/** Ends the rows of a table. COPY writes a backslash in data twice, so no row is ever this line. */
export const END_OF_ROWS = '\\.';

/** A file that is not a whole backup of this product. */
export class BadBackup extends Error {
  constructor(reason: string) {
    super(`This is not a usable backup: ${reason}. Nothing was changed.`);
    this.name = 'BadBackup';
  }
}

const LF = 10;
const ENDING = Buffer.from(`\n${END_OF_ROWS}\n`);
const EMPTY_ENDING = Buffer.from(`${END_OF_ROWS}\n`);

/** Reads lines and blocks of rows from a stream of bytes, holding one piece at a time. */
export class BackupReader {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const next = await this.#source.next();
    if (next.done) return false;
    this.#held = Buffer.concat([this.#held, next.value]);
    return true;
  }

  /** The next line as JSON; undefined at the end of the file. */
  async line<T>(): Promise<T | undefined> {
    let end = this.#held.indexOf(LF);
    while (end < 0) {
      if (!(await this.#more())) {
        if (this.#held.length === 0) return undefined;
        throw new BadBackup('it is cut off');
      }
      end = this.#held.indexOf(LF);
    }
    const text = this.#held.subarray(0, end).toString();
    this.#held = this.#held.subarray(end + 1);
    try {
      return JSON.parse(text) as T;
    } catch {
      throw new BadBackup('a line cannot be read');
    }
  }

  /** The rows of a table, in pieces as they come, without the line that ends them. */
  async *rows(): AsyncGenerator<Buffer> {
    while (this.#held.length < EMPTY_ENDING.length) {
      if (!(await this.#more())) throw new BadBackup('it is cut off');
    }
    if (this.#held.subarray(0, EMPTY_ENDING.length).equals(EMPTY_ENDING)) {
      this.#held = this.#held.subarray(EMPTY_ENDING.length);
      return;
    }
    for (;;) {
      const end = this.#held.indexOf(ENDING);
      if (end >= 0) {
        yield this.#held.subarray(0, end + 1);
        this.#held = this.#held.subarray(end + ENDING.length);
        return;
      }
      // The ending may begin in the bytes at hand and go on in the next ones.
      const safe = this.#held.length - ENDING.length;
      if (safe > 0) {
        yield this.#held.subarray(0, safe);
        this.#held = this.#held.subarray(safe);
      }
      if (!(await this.#more())) throw new BadBackup('it is cut off');
    }
  }
}
