import { useMemo } from 'react';
import { useLocaleName } from '#src/locale/text-provider.tsx';
import type { CodeOptions } from '#src/ui/list/vocabulary-filters.tsx';
import { type DictionaryEntry, dictionaryOptions } from '#src/ui/pick/pick-options.ts';
import { useOptions } from '#src/ui/pick/use-options.ts';

/** Tags to choose from, the most used first; loaded when a list of them is first opened. */
export function useTagChoice(tags: Parameters<typeof useOptions<DictionaryEntry<string>>>[0]): CodeOptions {
  const locale = useLocaleName();
  const { options, control } = useOptions(tags);
  return useMemo(() => ({ options: dictionaryOptions(options, locale), ...control }), [options, control, locale]);
}
