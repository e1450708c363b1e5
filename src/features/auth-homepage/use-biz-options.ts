import { useMemo } from 'react';
import { bizLines, bizWords } from '#contracts/vocabulary/business-lines.ts';
import { useWords } from '#src/locale/use-words.ts';

/** Options for the business line. */
export function useBizOptions() {
  const w = useWords();
  return useMemo(() => bizLines.map((value) => ({ value, label: w(bizWords[value]) })), [w]);
}
