import { useEffect } from 'react';
import type { Subscription } from 'xstate';
import { useText } from '#src/locale/text-provider.tsx';
import { toastInfo } from '../overlay/notices.ts';

/** A list, log or report that emits when it removes a filter whose object the user may not see. */
export interface EmitsRemovedFilters {
  on(type: 'filters.removed', listener: () => void): Subscription;
}

/** Says that a filter of the address was removed, because the rows are otherwise not those of the link. */
export function useRemovedFilters(list: EmitsRemovedFilters): void {
  const t = useText();
  useEffect(() => {
    const subscription = list.on('filters.removed', () => toastInfo(t('ui.filterRemoved')));
    return () => subscription.unsubscribe();
  }, [list, t]);
}
