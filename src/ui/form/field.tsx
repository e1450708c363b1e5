import { type ReactNode, useId } from 'react';
import type { FieldFault } from '#machines/kernel/form/faults.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { faultText } from './field-faults.ts';
import '../page/base.css';
import './field.css';

/** What every control takes. */
export interface ControlProps<Value> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  /** The reader goes elsewhere: time to check. */
  onLeave?: () => void;
  fault?: FieldFault | undefined;
  help?: ReactNode;
  required?: boolean;
  disabled?: boolean;
}

/** What ties a control to its label, its help and its fault. */
export interface Wiring {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

interface FieldProps extends Pick<ControlProps<unknown>, 'label' | 'fault' | 'help' | 'required'> {
  /** Several controls under one label. */
  group?: boolean;
  /** Its value is chosen, not typed: what is said of it says so. */
  isChosen?: boolean;
  /** At the right of the label: a count, a hint. */
  note?: ReactNode;
  children: (wiring: Wiring) => ReactNode;
}

/** Label above, help and fault below, in words. */
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
