export type OptionValue = string | number;

export interface Option<Value extends OptionValue> {
  value: Value;
  label: string;
  /** Second line: an account, a status. */
  note?: string;
  /** Why it cannot be chosen. */
  disabled?: string;
  /** How deep it stands in a tree, from 0; its ancestors stand before it. */
  depth?: number;
}

export interface TreeOption<Value extends OptionValue> extends Omit<Option<Value>, 'depth'> {
  children?: readonly TreeOption<Value>[];
}

/** A row of a tree. */
export interface TreeNode {
  id: number;
  name: string;
  children?: readonly TreeNode[];
}

export const treeOptions = (nodes: readonly TreeNode[]): TreeOption<number>[] =>
  nodes.map(({ id, name, children = [] }) => ({ value: id, label: name, children: treeOptions(children) }));

/** A tree as a list in which each option follows its parent. */
export const flatOptions = <Value extends OptionValue>(nodes: readonly TreeOption<Value>[], depth = 0): Option<Value>[] =>
  nodes.flatMap(({ children = [], ...option }) => [{ ...option, depth }, ...flatOptions(children, depth + 1)]);

const holds = ({ label, note }: Option<OptionValue>, search: string) => {
  const words = search.trim().toLowerCase();
  return label.toLowerCase().includes(words) || (note?.toLowerCase().includes(words) ?? false);
};

/** What matches, with the ancestors that show where it stands. */
export function optionsFor<Value extends OptionValue>(options: readonly Option<Value>[], search: string): readonly Option<Value>[] {
  if (search.trim() === '') return options;
  const kept: Option<Value>[] = [];
  // From the end: an option is kept when it matches, or when something kept stands below it.
  let needed = -1;
  for (const option of options.toReversed()) {
    const depth = option.depth ?? 0;
    if (!holds(option, search) && depth !== needed) continue;
    kept.push(option);
    needed = depth - 1;
  }
  return kept.reverse();
}

export const matches = <Value extends OptionValue>(option: Option<Value>, search: string): boolean => holds(option, search);
