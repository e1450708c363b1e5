import type { BatchItemRow } from '#machines/kernel/batch/order-status.ts';

type TreePosition = Pick<BatchItemRow, 'id' | 'seq' | 'parent_seq'>;

export interface ItemTree<Row extends TreePosition> {
  /** Items without a parent on this page. */
  roots: Row[];
  childrenOf: (row: Row) => readonly Row[];
  /** Ids of items with children. */
  parentIds: number[];
}

/** Arranges items below those that had to be created first; undefined where no item depends on another. */
export function itemTree<Row extends TreePosition>(rows: readonly Row[]): ItemTree<Row> | undefined {
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  const below = new Map<number, Row[]>();
  const roots: Row[] = [];
  for (const row of rows) {
    const parent = row.parent_seq === null ? undefined : bySeq.get(row.parent_seq);
    if (parent) below.set(parent.id, [...(below.get(parent.id) ?? []), row]);
    else roots.push(row);
  }
  const noRows: readonly Row[] = [];
  return below.size === 0 ? undefined : { roots, childrenOf: ({ id }) => below.get(id) ?? noRows, parentIds: [...below.keys()] };
}
