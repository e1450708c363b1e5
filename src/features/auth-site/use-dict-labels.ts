import { useSelector } from '@xstate/react';
import { useCallback, useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { languageChoice } from '#machines/auth-site/site-pickers.machine.ts';
import { useLocaleName } from '#src/locale/text-provider.tsx';

/** Names the entries of a dictionary in the reader's language; an entry that nobody knows is shown as it is. */
export function useDictLabels(dict: ActorRefFrom<typeof languageChoice> | undefined) {
  const locale = useLocaleName();
  const entries = useSelector(dict, (state) => state?.context.answer);
  useEffect(() => dict?.send({ type: 'options.opened' }), [dict]);
  return useCallback(
    (value: string): string => {
      const entry = entries?.find((one) => one.value === value);
      if (!entry) return value;
      return locale === 'en' ? entry.label_en : entry.label_zh;
    },
    [entries, locale],
  );
}
