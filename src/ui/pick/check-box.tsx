import { useLayoutEffect, useRef } from 'react';
import '../page/base.css';

interface CheckBoxProps {
  /** What is chosen with it; read out where no visible label names it. */
  label?: string;
  id?: string;
  checked: boolean;
  /** Some of several, not all. */
  mixed?: boolean;
  /** It has to be ticked, and was not. */
  invalid?: boolean;
  disabled?: boolean;
  /** Also whether Shift was held: then those in between are meant too. */
  onChange: (checked: boolean, withShift: boolean) => void;
}

/** A plain checkbox in the kit's look: a table of 200 rows carries 200 of them. */
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
