import type { RowId } from './table-row.tsx';
import type { TreeEntry } from './table-tree.ts';

/** A line of the body: a row, or expanded details. */
export type BodyItem<Row> = { kind: 'row'; key: RowId; entry: TreeEntry<Row>; place: number } | { kind: 'details'; key: string; row: Row };

/** Lines of the body from top to bottom. `place` counts rows only, from 0. */
export const bodyItems = <Row>(entries: readonly TreeEntry<Row>[], unfolded: ReadonlySet<RowId> | undefined): BodyItem<Row>[] =>
  entries.flatMap((entry, place): BodyItem<Row>[] => {
    const row: BodyItem<Row> = { kind: 'row', key: entry.id, entry, place };
    return unfolded?.has(entry.id) ? [row, { kind: 'details', key: `details-${entry.id}`, row: entry.row }] : [row];
  });

/** Where an arrow or page key leads in a plain table; undefined for other keys. */
export function moveInRows(entries: readonly { id: RowId }[], at: RowId, key: string, pageRows: number): RowId | undefined {
  const index = entries.findIndex(({ id }) => id === at);
  if (index < 0) return undefined;
  const last = entries.length - 1;
  const to = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: Math.min(index + pageRows, last),
    PageUp: Math.max(index - pageRows, 0),
    Home: 0,
    End: last,
  }[key];
  return to === undefined ? undefined : entries[to]?.id;
}
