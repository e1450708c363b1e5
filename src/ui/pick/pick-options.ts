export type OptionValue = string | number;

export interface Option<Value extends OptionValue> {
  value: Value;
  label: string;
  /** Second line: an account, a status. */
  note?: string;
  /** Other names it is found by: its code, its name in another language. */
  words?: readonly string[];
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

/** An entry of a dictionary. */
export interface DictionaryEntry<Value extends string> {
  value: Value;
  label_zh: string;
  label_en: string;
}

/** Entries of a dictionary in the reader's language, which are found in the other language and by their codes too. */
export const dictionaryOptions = <Value extends string>(
  entries: readonly DictionaryEntry<Value>[],
  locale: 'zh-cn' | 'en',
): Option<Value>[] =>
  entries.map(({ value, label_zh, label_en }) => ({
    value,
    label: locale === 'en' ? label_en : label_zh,
    words: [value, label_zh, label_en],
  }));

/** How well an option matches: 0 by a whole name, 1 by the beginning of one, 2 by any part; undefined where it does not. */
function nearness({ label, note = '', words = [] }: Option<OptionValue>, search: string): 0 | 1 | 2 | undefined {
  const wanted = search.trim().toLowerCase();
  const texts = [label, note, ...words].map((text) => text.toLowerCase());
  if (texts.includes(wanted)) return 0;
  if (texts.some((text) => text.startsWith(wanted))) return 1;
  return texts.some((text) => text.includes(wanted)) ? 2 : undefined;
}

const holds = (option: Option<OptionValue>, search: string): boolean => nearness(option, search) !== undefined;

/** What matches: of a list the nearest first, of a tree with the ancestors that show where it stands. */
export function optionsFor<Value extends OptionValue>(options: readonly Option<Value>[], search: string): readonly Option<Value>[] {
  if (search.trim() === '') return options;
  if (options.every(({ depth }) => depth === undefined)) {
    const found = options.flatMap((option) => {
      const near = nearness(option, search);
      return near === undefined ? [] : [{ option, near }];
    });
    return found.toSorted((a, b) => a.near - b.near).map(({ option }) => option);
  }
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
