import { userStatusWords } from '#contracts/vocabulary/users.ts';
import type { AccountRow } from '#machines/sys-accounts/account-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { RowSwitch } from '#src/ui/table/row-switch.tsx';
import './status-switch.css';

interface Props {
  row: AccountRow;
  busy: boolean;
  /** Why it cannot be switched. */
  refusal: string | undefined;
  onEnable: () => void;
  onDisable: () => void;
}

/** The status of an account as a switch with a label. It changes when the server has agreed. */
export function StatusSwitch({ row, busy, refusal, onEnable, onDisable }: Props) {
  const t = useText();
  const w = useWords();
  return (
    <span className="ads-account-status">
      <RowSwitch
        label={t('account.statusOf', { account: row.account })}
        checked={row.status === 'enabled'}
        refusal={refusal}
        busy={busy}
        onChange={(on) => (on ? onEnable() : onDisable())}
      />
      <span>{w(userStatusWords[row.status])}</span>
    </span>
  );
}
