import { describe, expect, it } from 'vitest';
import { itemTree } from './batch-tree.ts';

const row = (seq: number, parent_seq: number | null = null) => ({ id: 100 + seq, seq, parent_seq });

describe('objects of a batch', () => {
  it('stand in a plain list where none needs another', () => {
    expect(itemTree([row(1), row(2)])).toBeUndefined();
  });

  it('stand below what had to be made first, in their order', () => {
    const rows = [row(1), row(2), row(3, 2), row(4, 3), row(5, 3)];
    const tree = itemTree(rows);
    const names = (of: readonly { seq: number }[] | undefined) => of?.map(({ seq }) => seq);
    expect(names(tree?.roots)).toEqual([1, 2]);
    expect(names(rows[1] && tree?.childrenOf(rows[1]))).toEqual([3]);
    expect(names(rows[2] && tree?.childrenOf(rows[2]))).toEqual([4, 5]);
    expect(tree?.holders).toEqual([102, 103]);
  });

  it('stand on their own where what they need is on another page', () => {
    expect(itemTree([row(7, 2), row(8, 7)])?.roots.map(({ seq }) => seq)).toEqual([7]);
  });
});
