import { useMemo } from 'react';
import { languageTag } from '#src/locale/locales.ts';
import { useLocaleName } from '#src/locale/text-provider.tsx';

/** Formats an instant in the user's language and local time. */
export function useFormatInstant(): (iso: string) => string {
  const name = useLocaleName();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(languageTag[name], { dateStyle: 'medium', timeStyle: 'medium' });
    return (iso) => format.format(new Date(iso));
  }, [name]);
}
