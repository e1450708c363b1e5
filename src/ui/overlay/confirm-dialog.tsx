import { Button, Input } from '@arco-design/web-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { Failure } from '#machines/kernel/form/faults.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useFirstInvalidField } from '../form/first-invalid-field.ts';
import { useSuccessNotice } from '../form/use-success-notice.ts';
import { FailureRemark } from '../page/failure-remark.tsx';
import { Overlay } from './overlay.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** What will happen, to which and how many objects. */
  text?: ReactNode;
  /** Label of the confirm button; default: OK. */
  confirmText?: string;
  /** Label of the cancel button; default: Cancel. Close, where there is nothing to cancel. */
  cancelText?: string;
  danger?: boolean;
  /** Text that the user has to type before the button works, for example the account or the number of objects. */
  typed?: { expected: string; label: string };
  busy?: boolean;
  failure?: Failure | undefined;
  /** Each time it grows, the first invalid field is focused. */
  refusals?: number;
  /** Text of the success notice; without it, a general text is announced. */
  done?: string;
  /** Disables the confirm button for a further reason. */
  disabled?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
}

function Question({
  title,
  text,
  confirmText,
  cancelText,
  danger = false,
  typed,
  busy = false,
  failure,
  refusals = 0,
  done,
  disabled = false,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  const t = useText();
  const form = useId();
  const input = useId();
  const formRef = useRef<HTMLFormElement>(null);
  useFirstInvalidField(formRef, refusals);
  useSuccessNotice(formRef, busy, done);
  const [typedText, setWords] = useState('');
  const isReady = !disabled && (!typed || typedText.trim() === typed.expected);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !busy) onConfirm();
  };
  return (
    <Overlay
      title={title}
      shape="dialog"
      urgent={danger}
      locked={busy}
      closeText={t('ui.close')}
      onDismiss={onCancel}
      footer={
        <>
          <Button onClick={onCancel} disabled={busy} data-autofocus={danger && !typed ? '' : undefined}>
            {cancelText ?? t('ui.cancel')}
          </Button>
          <Button
            type="primary"
            htmlType="submit"
            form={form}
            status={danger ? 'danger' : 'default'}
            loading={busy}
            disabled={!isReady}
            data-autofocus={!danger && !typed ? '' : undefined}
          >
            {confirmText ?? t('ui.confirm')}
          </Button>
        </>
      }
    >
      <form id={form} ref={formRef} onSubmit={submit}>
        {failure && <FailureRemark failure={failure} />}
        {typeof text === 'string' ? <p>{text}</p> : text}
        {children}
        {typed && (
          <div className="ads-field">
            <label className="ads-field-label" htmlFor={input}>
              {typed.label}
            </label>
            <Input
              id={input}
              value={typedText}
              onChange={setWords}
              disabled={busy}
              autoComplete="off"
              placeholder={typed.expected}
              data-autofocus=""
            />
          </div>
        )}
      </form>
    </Overlay>
  );
}

/** Asks before an action and shows its refusal. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return props.open ? <Question {...props} /> : null;
}
