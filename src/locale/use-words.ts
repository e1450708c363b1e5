import { useCallback } from 'react';
import type { Words } from '#contracts/vocabulary/vocabulary.ts';
import { useLocaleName } from './text-provider.tsx';

/** Returns a function that picks the words of a vocabulary in the current language. */
export function useWords(): (words: Words) => string {
  const locale = useLocaleName();
  return useCallback((words: Words) => (locale === 'en' ? words.en : words.zh), [locale]);
}

/** Separates several values on one line. */
export const LIST_SEPARATOR: Words = { zh: '、', en: ', ' };
