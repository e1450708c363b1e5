import { Switch } from '@arco-design/web-react';
import type { AccountRow } from '#machines/account-management/account-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Tooltip } from '#src/ui/tooltip.tsx';
import './status-switch.css';

interface Props {
  row: AccountRow;
  busy: boolean;
  /** Why it cannot be switched. */
  refusal: string | undefined;
  onEnable: () => void;
  onDisable: () => void;
}

/** Whether somebody may sign in, as a switch with its word. It turns when the server has agreed. */
export function StatusSwitch({ row, busy, refusal, onEnable, onDisable }: Props) {
  const t = useText();
  const control = (describedBy?: string) => (
    <span className="ads-account-status">
      <Switch
        size="small"
        checked={row.status === 'enabled'}
        loading={busy}
        disabled={refusal !== undefined}
        aria-label={t('account.statusOf', { account: row.account })}
        aria-describedby={describedBy}
        onChange={(on) => (on ? onEnable() : onDisable())}
      />
      <span>{t(`account.status.${row.status}`)}</span>
    </span>
  );
  return refusal === undefined ? control() : <Tooltip content={refusal}>{control}</Tooltip>;
}
