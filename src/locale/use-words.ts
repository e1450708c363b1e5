import { useCallback } from 'react';
import type { Words } from '#contracts/vocabulary/vocabulary.ts';
import { useLocaleName } from './text-provider.tsx';

/** Says words of a vocabulary in the language of the reader. */
export function useWords(): (words: Words) => string {
  const locale = useLocaleName();
  return useCallback((words: Words) => (locale === 'en' ? words.en : words.zh), [locale]);
}
