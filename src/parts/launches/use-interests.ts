import { useMemo } from 'react';
import { parseInterest } from '#machines/parts/launches/interest-text.ts';
import type { Option } from '#src/ui/pick/pick-options.ts';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';

const NONE: readonly string[] = [];

/** Interests to choose from, as a scheme holds them. A chosen one that is not among them keeps its stored name. */
export function useInterests(dictionary: Parameters<typeof useDictionary>[0], chosen: readonly string[] = NONE) {
  const { list, control, onSearch } = useDictionary(dictionary);
  return useMemo(() => {
    const labels = new Map(list.map(({ value, label }) => [value, label]));
    const nameOf = (interest: string) => {
      const known = parseInterest(interest);
      return (known && (labels.get(known.id) ?? known.name)) ?? interest;
    };
    const options: Option<string>[] = list.map(({ value, label, words = [] }) => ({
      value: `${value} ${words.at(-1) ?? label}`,
      label,
      words: [value, ...words],
    }));
    return { list: options, control, onSearch, nameOf, names: new Map(chosen.map((one) => [one, nameOf(one)])) };
  }, [list, control, onSearch, chosen]);
}
