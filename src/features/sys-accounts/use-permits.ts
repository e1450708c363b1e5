import { useMemo } from 'react';
import type { AccountRow } from '#machines/sys-accounts/account-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';

/** Why an action is not allowed for a row, in words; undefined where it is. */
export function usePermits() {
  const t = useText();
  const { id } = useViewer();
  return useMemo(
    () => (row: AccountRow, permit: AccountRow['can'][number]) => {
      if (row.can.includes(permit)) return undefined;
      return t(row.id === id ? 'account.selfForbidden' : 'account.notPermitted');
    },
    [t, id],
  );
}
