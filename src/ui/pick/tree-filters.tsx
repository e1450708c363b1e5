import { ChoiceFilter, SeveralFilter } from '../list/filter-line.tsx';
import { type TreeActor, useTree } from './use-tree.ts';

interface Props<Value> {
  label: string;
  tree: TreeActor;
  value: Value;
  onChange: (value: Value) => void;
}

/** One row of a list that is loaded whole, or of a tree: there it means everything below it too. */
export function TreeOneFilter({ label, tree, value, onChange }: Props<number | undefined>) {
  const list = useTree(tree, value === undefined ? [] : [value]);
  return <ChoiceFilter label={label} {...list} value={value} onChange={onChange} />;
}

/** Several of those rows, any of which will do. */
export function TreeListFilter({ label, tree, value = [], onChange }: Props<number[] | undefined>) {
  const list = useTree(tree, value);
  return <SeveralFilter label={label} {...list} value={value} onChange={onChange} />;
}
