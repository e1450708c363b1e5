import { Switch } from '@arco-design/web-react';
import { Tooltip } from '../overlay/tooltip.tsx';
import '../page/base.css';

interface RowSwitchProps {
  /** Accessible name, for example "Enable nightly backup". */
  label: string;
  checked: boolean;
  /** Why it cannot be switched now. */
  refusal?: string | undefined;
  busy?: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch in a row. It changes with the data, not on click; a locked one gives the reason. */
export function RowSwitch({ label, checked, refusal, busy = false, onChange }: RowSwitchProps) {
  if (refusal === undefined) {
    return <Switch size="small" aria-label={label} checked={checked} loading={busy} onChange={onChange} />;
  }
  // Not `disabled`, because an unfocusable switch could not show its reason by keyboard.
  return (
    <Tooltip content={refusal}>
      {(describedBy) => (
        <Switch
          size="small"
          className="ads-row-switch-fixed"
          aria-label={label}
          aria-disabled="true"
          aria-describedby={describedBy}
          checked={checked}
        />
      )}
    </Tooltip>
  );
}
