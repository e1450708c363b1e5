import { describe, expect, it } from 'vitest';
import { itemTree } from './batch-tree.ts';

const row = (seq: number, parent_seq: number | null = null) => ({ id: 100 + seq, seq, parent_seq });

describe('tree of batch items', () => {
  it('is absent where no item depends on another', () => {
    expect(itemTree([row(1), row(2)])).toBeUndefined();
  });

  it('puts each item below the one that had to be created first, in their order', () => {
    const rows = [row(1), row(2), row(3, 2), row(4, 3), row(5, 3)];
    const tree = itemTree(rows);
    const names = (of: readonly { seq: number }[] | undefined) => of?.map(({ seq }) => seq);
    expect(names(tree?.roots)).toEqual([1, 2]);
    expect(names(rows[1] && tree?.childrenOf(rows[1]))).toEqual([3]);
    expect(names(rows[2] && tree?.childrenOf(rows[2]))).toEqual([4, 5]);
    expect(tree?.parentIds).toEqual([102, 103]);
  });

  it('shows an item as a root when its parent is on another page', () => {
    expect(itemTree([row(7, 2), row(8, 7)])?.roots.map(({ seq }) => seq)).toEqual([7]);
  });
});
