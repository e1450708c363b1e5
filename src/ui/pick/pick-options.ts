export type OptionValue = string | number;

export interface Option<Value extends OptionValue> {
  value: Value;
  label: string;
  /** Second line: an account, a status. */
  note?: string;
  /** Why it cannot be chosen. */
  disabled?: string;
  /** Depth in a tree, from 0; its ancestors precede it. */
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

/** Flattens a tree so that each option follows its parent. */
export const flattenOptions = <Value extends OptionValue>(nodes: readonly TreeOption<Value>[], depth = 0): Option<Value>[] =>
  nodes.flatMap(({ children = [], ...option }) => [{ ...option, depth }, ...flattenOptions(children, depth + 1)]);

const containsText = ({ label, note }: Option<OptionValue>, search: string) => {
  const words = search.trim().toLowerCase();
  return label.toLowerCase().includes(words) || (note?.toLowerCase().includes(words) ?? false);
};

/** Matching options with the ancestors that show their place. */
export function filterOptions<Value extends OptionValue>(options: readonly Option<Value>[], search: string): readonly Option<Value>[] {
  if (search.trim() === '') return options;
  const result: Option<Value>[] = [];
  // From the end: an option is kept when it matches, or when a kept option is below it.
  let neededDepth = -1;
  for (const option of options.toReversed()) {
    const depth = option.depth ?? 0;
    if (!containsText(option, search) && depth !== neededDepth) continue;
    result.push(option);
    neededDepth = depth - 1;
  }
  return result.reverse();
}

export const matches = <Value extends OptionValue>(option: Option<Value>, search: string): boolean => containsText(option, search);
