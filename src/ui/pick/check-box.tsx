import { useLayoutEffect, useRef } from 'react';
import '../page/base.css';

interface CheckBoxProps {
  /** Accessible name without a visible label. */
  label?: string;
  id?: string;
  checked: boolean;
  /** Some but not all are chosen. */
  mixed?: boolean;
  /** It must be ticked, but is not. */
  invalid?: boolean;
  disabled?: boolean;
  /** Also passes whether Shift was pressed, which includes the rows in between. */
  onChange: (checked: boolean, withShift: boolean) => void;
}

/** A native checkbox in the look of Arco, because a table may hold 200 of them. */
export function CheckBox({ label, id, checked, mixed = false, invalid = false, disabled, onChange }: CheckBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = mixed && !checked;
  }, [mixed, checked]);
  return (
    <input
      ref={box}
      id={id}
      type="checkbox"
      className="ads-check"
      aria-label={label}
      aria-invalid={invalid || undefined}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
    />
  );
}
