import { expect, it } from 'vitest';
import type { Cursor } from '../site-feed.ts';

interface Row {
  cursor: string;
}

/** Rows that are read from a cursor on. */
interface Rows {
  /** The rows in words, for test names. */
  what: string;
  read(since: Cursor): AsyncIterable<Row>;
  /** Distinguishes rows; of several with one key the last is the current one. */
  keyOf(row: never): string;
  /** The least number of rows to begin with. */
  least: number;
}

export async function collect<One>(rows: AsyncIterable<One>): Promise<One[]> {
  const list: One[] = [];
  for await (const row of rows) list.push(row);
  return list;
}

const withoutCursor = ({ cursor: _, ...row }: Row): object => row;

/** The behaviour of everything that is read from a cursor on: nothing is lost, repeated or reordered. `wait` makes more rows known. */
export function describeRows(feeds: readonly Rows[], wait: () => void): void {
  it.each(feeds)('tells $what the same way twice', async ({ read, least }) => {
    const first = await collect(read(null));
    expect(first.length).toBeGreaterThanOrEqual(least);
    expect(await collect(read(null))).toEqual(first);
  });

  it.each(feeds)('goes on with $what where reading ended, and leaves none out', async ({ read, keyOf }) => {
    const rows = await collect(read(null));
    const keys = rows.map((row) => keyOf(row as never));
    const places = [0, 1, Math.floor(rows.length / 3), Math.floor(rows.length / 2), rows.length - 2];
    for (const place of places.filter((one) => one >= 0 && one < rows.length)) {
      const rest = (await collect(read(rows[place]?.cursor ?? null))).map((row) => keyOf(row as never));
      expect(new Set([...keys.slice(0, place + 1), ...rest])).toEqual(new Set(keys));
    }
    expect(await collect(read(rows.at(-1)?.cursor ?? null))).toEqual([]);
  });

  it.each(feeds)('tells what happened since of $what, and only that', async ({ read, keyOf }) => {
    const currentOf = (rows: readonly Row[]) => new Map(rows.map((row) => [keyOf(row as never), withoutCursor(row)]));
    const before = await collect(read(null));
    const end = before.at(-1)?.cursor ?? null;
    wait();
    const later = await collect(read(end));
    expect(later.length).toBeGreaterThan(0);
    expect(new Map([...currentOf(before), ...currentOf(later)])).toEqual(currentOf(await collect(read(null))));
  });
}
