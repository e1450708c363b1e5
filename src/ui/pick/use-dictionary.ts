import { useMemo } from 'react';
import { useLocaleName } from '#src/locale/text-provider.tsx';
import { useLoadOptions } from '../form/use-load-options.ts';
import { useOptions } from './use-options.ts';

interface Entry<Value extends string> {
  value: Value;
  label_zh: string;
  label_en: string;
}

/** Entries of a dictionary in the current language, loaded at once; `nameOf` returns an unknown value as it is. */
export function useDictionary<Value extends string>(dictionary: Parameters<typeof useOptions<Entry<Value>>>[0]) {
  const locale = useLocaleName();
  const { options, control } = useOptions(dictionary);
  useLoadOptions(dictionary);
  return useMemo(() => {
    const list = options.map(({ value, label_zh, label_en }) => ({ value, label: locale === 'en' ? label_en : label_zh }));
    const names = new Map<string, string>(list.map(({ value, label }) => [value, label]));
    return { list, control, nameOf: (value: string) => names.get(value) ?? value };
  }, [options, control, locale]);
}
