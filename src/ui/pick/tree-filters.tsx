import { ChoiceFilter, SeveralFilter } from '../list/filter-line.tsx';
import { type TreeActor, useTree } from './use-tree.ts';

interface Props<Value> {
  label: string;
  tree: TreeActor;
  value: Value;
  onChange: (value: Value) => void;
}

/** A filter by one row of a fully loaded list or tree; in a tree it includes everything below. */
export function TreeOneFilter({ label, tree, value, onChange }: Props<number | undefined>) {
  const list = useTree(tree, value === undefined ? [] : [value]);
  return <ChoiceFilter label={label} {...list} value={value} onChange={onChange} />;
}

/** A filter by any of several of those rows. */
export function TreeListFilter({ label, tree, value = [], onChange }: Props<number[] | undefined>) {
  const list = useTree(tree, value);
  return <SeveralFilter label={label} {...list} value={value} onChange={onChange} />;
}
