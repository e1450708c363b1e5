import { useCallback } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { materialLanguages } from '#machines/kernel/materials/material-parts.ts';
import { useLocaleName } from '#src/locale/text-provider.tsx';
import { useOptions } from '#src/ui/use-options.ts';
import { useWanted } from '#src/ui/use-wanted.ts';

/** Languages of content, in the reader's own; one that nobody knows stands as its code. */
export function useLanguageNames(languages: ActorRefFrom<typeof materialLanguages>) {
  const locale = useLocaleName();
  const { options, control } = useOptions(languages);
  useWanted(languages);
  const list = options.map(({ value, label_zh, label_en }) => ({ value, label: locale === 'en' ? label_en : label_zh }));
  const nameOf = useCallback(
    (code: string) => {
      const found = options.find(({ value }) => value === code);
      return found ? (locale === 'en' ? found.label_en : found.label_zh) : code;
    },
    [options, locale],
  );
  return { list, control, nameOf };
}
