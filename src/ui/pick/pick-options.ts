import { CLOSENESS, distanceOf, matchText } from '../text/match-text.ts';
import type { ReadingsOf } from '../text/use-readings.ts';

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
  /** A group: choosing it chooses all of these, and its own value never counts as chosen. */
  members?: readonly Value[];
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

const HAN = /\p{Script=Han}/u;
/** Literal matches: a whole name, the beginning of one, a part of one. Matches by pinyin follow. */
const LITERAL = 3;

/** How well an option matches, 0 for best; undefined if it does not match. */
function nearness({ label, note = '', words = [] }: Option<OptionValue>, search: string, readings: ReadingsOf | undefined) {
  const wanted = search.trim().toLowerCase();
  const names = [label, note, ...words];
  const texts = names.map((text) => text.toLowerCase());
  if (texts.includes(wanted)) return 0;
  if (texts.some((text) => text.startsWith(wanted))) return 1;
  if (texts.some((text) => text.includes(wanted))) return 2;
  if (!readings) return undefined;
  const distances = names.filter((text) => HAN.test(text)).map((text) => distanceOf(matchText(text, wanted, readings(text))));
  const nearest = Math.min(CLOSENESS.length, ...distances);
  return nearest < CLOSENESS.length ? LITERAL + nearest : undefined;
}

/** Whether an option matches by its texts, or by the pinyin or initials of its Chinese texts. */
export const isMatch = <Value extends OptionValue>(option: Option<Value>, search: string, readings?: ReadingsOf): boolean =>
  nearness(option, search, readings) !== undefined;

/** Matching options: nearest first in a list, with the ancestors that show their place in a tree. */
export function filterOptions<Value extends OptionValue>(
  options: readonly Option<Value>[],
  search: string,
  readings?: ReadingsOf,
): readonly Option<Value>[] {
  if (search.trim() === '') return options;
  if (options.every(({ depth }) => depth === undefined)) {
    const found = options.flatMap((option) => {
      const near = nearness(option, search, readings);
      return near === undefined ? [] : [{ option, near }];
    });
    return found.toSorted((a, b) => a.near - b.near).map(({ option }) => option);
  }
  const result: Option<Value>[] = [];
  // From the end: an option is kept when it matches, or when a kept option is below it.
  let neededDepth = -1;
  for (const option of options.toReversed()) {
    const depth = option.depth ?? 0;
    if (!isMatch(option, search, readings) && depth !== neededDepth) continue;
    result.push(option);
    neededDepth = depth - 1;
  }
  return result.reverse();
}
