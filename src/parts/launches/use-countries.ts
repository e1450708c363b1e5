import { useMemo } from 'react';
import { countryGroups } from '#contracts/vocabulary/country-groups.ts';
import { useWords } from '#src/locale/use-words.ts';
import type { Option } from '#src/ui/pick/pick-list.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';

/** Countries by name; `choices` are the usual groups, each of which chooses all of its countries, and below them the countries. */
export function useCountries(dictionary: Parameters<typeof useDictionary<string>>[0]) {
  const w = useWords();
  const { list, control, nameOf } = useDictionary(dictionary);
  return useMemo(() => {
    const groups: Option<string>[] = Object.entries(countryGroups).map(([key, { label, countries }]) => ({
      value: `group:${key}`,
      label: w(label),
      note: countries.join(' '),
      words: [label.zh, label.en],
      members: countries,
    }));
    return { choices: list.length > 0 ? [...groups, ...list] : list, control, nameOf };
  }, [list, control, nameOf, w]);
}
