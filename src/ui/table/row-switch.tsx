import { Switch } from '@arco-design/web-react';
import { Tooltip } from '../overlay/tooltip.tsx';
import '../page/base.css';

interface RowSwitchProps {
  /** What it switches: "Enable nightly backup". */
  label: string;
  checked: boolean;
  /** Why it cannot be moved now. */
  refusal?: string | undefined;
  busy?: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch in a row. It moves when the data says so, not when it is clicked; one that cannot be moved says why. */
export function RowSwitch({ label, checked, refusal, busy = false, onChange }: RowSwitchProps) {
  if (refusal === undefined) {
    return <Switch size="small" aria-label={label} checked={checked} loading={busy} onChange={onChange} />;
  }
  // Not `disabled`: a switch that cannot be reached could not say why to somebody without a mouse.
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
