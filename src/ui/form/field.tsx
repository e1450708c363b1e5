import { type ReactNode, useId } from 'react';
import type { FieldFault } from '#machines/kernel/form/faults.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { faultText } from './field-faults.ts';
import '../page/base.css';
import './field.css';

/** Props of every control. */
export interface ControlProps<Value> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  /** The focus leaves the control, so it can be validated. */
  onLeave?: () => void;
  fault?: FieldFault | undefined;
  help?: ReactNode;
  required?: boolean;
  disabled?: boolean;
}

/** Links a control to its label, help and fault. */
export interface Wiring {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

interface FieldProps extends Pick<ControlProps<unknown>, 'label' | 'fault' | 'help' | 'required'> {
  /** Several controls share the label. */
  group?: boolean;
  /** The value is chosen rather than typed; fault texts say so. */
  isChosen?: boolean;
  /** Shown at the right of the label, for example a count. */
  note?: ReactNode;
  children: (wiring: Wiring) => ReactNode;
}

/** A label above a control, with help and fault texts below. */
export function Field({ label, fault, help, required = false, group = false, isChosen = false, note, children }: FieldProps) {
  const t = useText();
  const id = useId();
  const [labelId, helpId, faultId] = [`${id}-label`, `${id}-help`, `${id}-fault`];
  const describedBy = [fault && faultId, help && helpId].filter(Boolean).join(' ') || undefined;
  const wiring = { id, labelId, describedBy, invalid: fault !== undefined, required };
  const name = (
    <>
      {required && (
        <span className="ads-field-star" aria-hidden="true">
          *
        </span>
      )}
      {label}
    </>
  );
  return (
    <div
      className={fault ? 'ads-field ads-field-wrong' : 'ads-field'}
      {...(group && { role: 'group', 'aria-labelledby': labelId, 'aria-describedby': describedBy })}
    >
      <div className="ads-field-top">
        {group ? (
          <span id={labelId} className="ads-field-label">
            {name}
          </span>
        ) : (
          <label id={labelId} className="ads-field-label" htmlFor={id}>
            {name}
          </label>
        )}
        {note && <span className="ads-field-note">{note}</span>}
      </div>
      {children(wiring)}
      {help && (
        <div id={helpId} className="ads-field-help">
          {help}
        </div>
      )}
      {fault && (
        <div id={faultId} className="ads-field-fault" role="alert">
          {faultText(fault, label, t, isChosen)}
        </div>
      )}
    </div>
  );
}
