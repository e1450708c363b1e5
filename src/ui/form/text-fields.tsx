import { Input } from '@arco-design/web-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { readNumber } from '#contracts/rules/typed-number.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { IconButton } from '../text/icon-button.tsx';
import { IconEye, IconEyeInvisible } from '../text/icons.ts';
import { type ControlProps, Field, type Wiring } from './field.tsx';

const toInputProps = ({ id, describedBy, invalid, required }: Wiring) => ({
  id,
  'aria-describedby': describedBy,
  'aria-invalid': invalid || undefined,
  'aria-required': required || undefined,
  ...(invalid && { status: 'error' as const }),
});

interface TextFieldProps extends ControlProps<string> {
  placeholder?: string;
  autoComplete?: string;
  /** Takes the focus when its form opens. */
  autoFocus?: boolean;
  /** A button at the end of the field. */
  suffix?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { value, onChange, onLeave, disabled, placeholder, autoComplete = 'off', autoFocus, suffix, ...field } = props;
  return (
    <Field {...field}>
      {(wiring) => (
        <Input
          {...toInputProps(wiring)}
          value={value}
          onChange={onChange}
          onBlur={onLeave}
          disabled={disabled}
          placeholder={placeholder}
          autoComplete={autoComplete}
          suffix={suffix}
          data-autofocus={autoFocus ? '' : undefined}
        />
      )}
    </Field>
  );
}

interface TextAreaFieldProps extends ControlProps<string> {
  placeholder?: string;
  /** Shown as a count; more characters can be typed, and are refused with a text. */
  max?: number;
}

export function TextAreaField({ value, onChange, onLeave, disabled, placeholder, max, ...field }: TextAreaFieldProps) {
  return (
    <Field {...field} note={max && `${[...value.trim()].length} / ${max}`}>
      {(wiring) => (
        <Input.TextArea
          {...toInputProps(wiring)}
          value={value}
          onChange={onChange}
          onBlur={onLeave}
          disabled={disabled}
          placeholder={placeholder}
          rows={4}
        />
      )}
    </Field>
  );
}

const parseNumber = (text: string): number | undefined => (text.trim() === '' ? undefined : (readNumber(text) ?? Number.NaN));

interface NumberFieldProps extends ControlProps<number | undefined> {
  placeholder?: string;
  unit?: string;
}

/** Keeps the text as typed; the value is a number, undefined when empty, NaN when invalid. */
export function NumberField({ value, onChange, onLeave, disabled, placeholder, unit, fault, ...field }: NumberFieldProps) {
  const [isLeft, setIsLeft] = useState(false);
  const [text, setText] = useState(value === undefined ? '' : String(value));
  useEffect(() => {
    setText((typed) => (Object.is(parseNumber(typed), value) ? typed : value === undefined || Number.isNaN(value) ? '' : String(value)));
  }, [value]);
  return (
    <Field {...field} fault={fault ?? (isLeft && Number.isNaN(value) ? { rule: 'number' } : undefined)}>
      {(wiring) => (
        <Input
          {...toInputProps(wiring)}
          value={text}
          inputMode="decimal"
          onChange={(typed) => {
            setText(typed);
            setIsLeft(false);
            onChange(parseNumber(typed));
          }}
          onBlur={() => {
            setIsLeft(true);
            onLeave?.();
          }}
          disabled={disabled}
          placeholder={placeholder}
          suffix={unit}
          autoComplete="off"
        />
      )}
    </Field>
  );
}

interface PasswordFieldProps extends ControlProps<string> {
  autoComplete?: 'current-password' | 'new-password';
  placeholder?: string;
  /** Takes the focus when its form opens. */
  autoFocus?: boolean;
}

export function PasswordField({
  value,
  onChange,
  onLeave,
  disabled,
  placeholder,
  autoComplete = 'current-password',
  autoFocus,
  help,
  ...field
}: PasswordFieldProps) {
  const t = useText();
  const [isVisible, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const detectCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <Field {...field} help={capsLock ? t('ui.capsLock') : help}>
      {(wiring) => (
        <Input
          {...toInputProps(wiring)}
          type={isVisible ? 'text' : 'password'}
          value={value}
          onChange={onChange}
          onBlur={() => {
            setCapsLock(false);
            onLeave?.();
          }}
          onKeyDown={detectCapsLock}
          onKeyUp={detectCapsLock}
          disabled={disabled}
          placeholder={placeholder}
          autoComplete={autoComplete}
          data-autofocus={autoFocus ? '' : undefined}
          suffix={
            <IconButton
              label={t(isVisible ? 'ui.hidePassword' : 'ui.showPassword')}
              icon={isVisible ? <IconEye /> : <IconEyeInvisible />}
              pressed={isVisible}
              onClick={() => setShown(!isVisible)}
            />
          }
        />
      )}
    </Field>
  );
}
