/**
 * A backup is one gzip text file: a JSON line about the whole, then for each table a JSON line and its rows in PostgreSQL's COPY format
 * ended by `\.`, then a closing JSON line. A file without the closing line is incomplete.
 */
export interface BackupHead {
  format: 'ad-delivery-backup';
  formatVersion: 1;
  createdAt: string;
  /** Newest migration applied when the data was written. */
  schemaVersion: string;
  /** Major version of PostgreSQL. */
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

/** Ends the rows of a table. COPY doubles backslashes in data, so no row can equal this line. */
export const END_OF_ROWS = '\\.';

/** Thrown for a file that is not a complete backup of this product. */
export class BadBackupError extends Error {
  constructor(reason: string) {
    super(`This is not a usable backup: ${reason}. Nothing was changed.`);
    this.name = 'BadBackup';
  }
}

const NEWLINE = 10;
const ROWS_ENDING = Buffer.from(`\n${END_OF_ROWS}\n`);
const EMPTY_ROWS_ENDING = Buffer.from(`${END_OF_ROWS}\n`);

/** Reads lines and blocks of rows from a byte stream while buffering one chunk at a time. */
export class BackupReader {
  readonly #source: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #readMore(): Promise<boolean> {
    const next = await this.#source.next();
    if (next.done) return false;
    this.#buffer = Buffer.concat([this.#buffer, next.value]);
    return true;
  }

  /** The next line parsed as JSON; undefined at the end of the file. */
  async readLine<T>(): Promise<T | undefined> {
    let end = this.#buffer.indexOf(NEWLINE);
    while (end < 0) {
      if (!(await this.#readMore())) {
        if (this.#buffer.length === 0) return undefined;
        throw new BadBackupError('it is cut off');
      }
      end = this.#buffer.indexOf(NEWLINE);
    }
    const text = this.#buffer.subarray(0, end).toString();
    this.#buffer = this.#buffer.subarray(end + 1);
    try {
      return JSON.parse(text) as T;
    } catch {
      throw new BadBackupError('a line cannot be read');
    }
  }

  /** The rows of a table in chunks, without the line that ends them. */
  async *readRows(): AsyncGenerator<Buffer> {
    while (this.#buffer.length < EMPTY_ROWS_ENDING.length) {
      if (!(await this.#readMore())) throw new BadBackupError('it is cut off');
    }
    if (this.#buffer.subarray(0, EMPTY_ROWS_ENDING.length).equals(EMPTY_ROWS_ENDING)) {
      this.#buffer = this.#buffer.subarray(EMPTY_ROWS_ENDING.length);
      return;
    }
    for (;;) {
      const end = this.#buffer.indexOf(ROWS_ENDING);
      if (end >= 0) {
        yield this.#buffer.subarray(0, end + 1);
        this.#buffer = this.#buffer.subarray(end + ROWS_ENDING.length);
        return;
      }
      // The ending may be split between this chunk and the next.
      const safe = this.#buffer.length - ROWS_ENDING.length;
      if (safe > 0) {
        yield this.#buffer.subarray(0, safe);
        this.#buffer = this.#buffer.subarray(safe);
      }
      if (!(await this.#readMore())) throw new BadBackupError('it is cut off');
    }
  }
}
