export type OptionValue = string | number;

export interface Option<Value extends OptionValue> {
  value: Value;
  label: string;
  /** Second line: an account, a status. */
  note?: string;
  /** URL of its picture; null where it has none, absent where such options have no pictures. */
  picture?: string | null;
  /** Other names it is found by: its code, its name in another language. */
  words?: readonly string[];
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

/** An entry of a dictionary. */
export interface DictionaryEntry<Value extends string> {
  value: Value;
  label_zh: string;
  label_en: string;
}

/** Options for the entries of a dictionary, found by their codes and by their names in both languages. */
export const dictionaryOptions = <Value extends string>(
  entries: readonly DictionaryEntry<Value>[],
  locale: 'zh-cn' | 'en',
): Option<Value>[] =>
  entries.map(({ value, label_zh, label_en }) => ({
    value,
    label: locale === 'en' ? label_en : label_zh,
    words: [value, label_zh, label_en],
  }));

/** How well an option matches: 0 for a whole name, 1 for the beginning of one, 2 for a part; undefined if it does not match. */
function nearness({ label, note = '', words = [] }: Option<OptionValue>, search: string): 0 | 1 | 2 | undefined {
  const wanted = search.trim().toLowerCase();
  const texts = [label, note, ...words].map((text) => text.toLowerCase());
  if (texts.includes(wanted)) return 0;
  if (texts.some((text) => text.startsWith(wanted))) return 1;
  return texts.some((text) => text.includes(wanted)) ? 2 : undefined;
}

const containsText = (option: Option<OptionValue>, search: string): boolean => nearness(option, search) !== undefined;

/** Matching options: nearest first in a list, with the ancestors that show their place in a tree. */
export function filterOptions<Value extends OptionValue>(options: readonly Option<Value>[], search: string): readonly Option<Value>[] {
  if (search.trim() === '') return options;
  if (options.every(({ depth }) => depth === undefined)) {
    const found = options.flatMap((option) => {
      const near = nearness(option, search);
      return near === undefined ? [] : [{ option, near }];
    });
    return found.toSorted((a, b) => a.near - b.near).map(({ option }) => option);
  }
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
