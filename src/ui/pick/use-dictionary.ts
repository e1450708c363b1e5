import { useMemo } from 'react';
import { useLocaleName } from '#src/locale/text-provider.tsx';
import { useLoadOptions } from '../form/use-load-options.ts';
import { type DictionaryEntry, dictionaryOptions } from './pick-options.ts';
import { useOptions } from './use-options.ts';

/**
 * Entries of a dictionary in the current language, loaded at once; `nameOf` returns an unknown value as it is. `onSearch` is for entries
 * that the server searches.
 */
export function useDictionary<Value extends string>(dictionary: Parameters<typeof useOptions<DictionaryEntry<Value>>>[0]) {
  const locale = useLocaleName();
  const { options, control, onSearch } = useOptions(dictionary);
  useLoadOptions(dictionary);
  return useMemo(() => {
    const list = dictionaryOptions(options, locale);
    const names = new Map<string, string>(list.map(({ value, label }) => [value, label]));
    return { list, control, onSearch, nameOf: (value: string) => names.get(value) ?? value };
  }, [options, control, onSearch, locale]);
}
