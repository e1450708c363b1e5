import { Button } from '@arco-design/web-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { formatJson, summarize } from './format.ts';

interface JsonFormProps {
  label: string;
  /** Initial value as JSON; undefined for an empty text. */
  value: unknown;
  /** Values to choose from, if there are several. */
  examples?: readonly unknown[];
  submitText: string;
  isPrimary?: boolean;
  /** Message id of what is wrong with a value; undefined if it is valid. An empty text has the value undefined. */
  check?: (value: unknown) => MessageId | undefined;
  onSubmit: (value: unknown) => void;
  onCancel?: () => void;
}

type ReadResult = { value: unknown } | { fault: string };

/** A form for a JSON value, which is only submitted if it is valid. */
export function JsonForm({ label, value, examples = [], submitText, isPrimary, check, onSubmit, onCancel }: JsonFormProps) {
  const t = useText();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => formatJson(value));
  const [fault, setFault] = useState('');
  const isCancellable = onCancel !== undefined;
  // It was opened by a button, so the user wants to type.
  useEffect(() => {
    if (isCancellable) field.current?.focus();
  }, [isCancellable]);
  const readValue = (): ReadResult => {
    let result: unknown;
    try {
      result = text.trim() === '' ? undefined : JSON.parse(text);
    } catch (error) {
      return { fault: `${t('simulation.noJson')} ${(error as Error).message}` };
    }
    const faultId = check?.(result);
    return faultId ? { fault: t(faultId) } : { value: result };
  };
  const submit = () => {
    const result = readValue();
    if ('value' in result) return onSubmit(result.value);
    setFault(result.fault);
    field.current?.focus();
  };
  return (
    <form
      className="ads-sim-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
        else if (event.key === 'Escape' && onCancel) onCancel();
        else return;
        event.preventDefault();
      }}
    >
      <label htmlFor={id}>{label}</label>
      {examples.length > 1 && (
        <span className="ads-sim-examples" role="group" aria-label={t('simulation.examples')}>
          {examples.map((one, index) => (
            <button key={index} type="button" className="ads-link-button" title={formatJson(one)} onClick={() => setText(formatJson(one))}>
              {summarize(one) || t('simulation.nothing')}
            </button>
          ))}
        </span>
      )}
      <textarea
        ref={field}
        id={id}
        className="ads-vis-code"
        rows={Math.min(12, Math.max(2, text.split('\n').length))}
        spellCheck={false}
        value={text}
        aria-invalid={fault !== '' || undefined}
        aria-describedby={fault === '' ? undefined : `${id}-fault`}
        onChange={(event) => {
          setText(event.target.value);
          setFault('');
        }}
      />
      {fault !== '' && (
        <p id={`${id}-fault`} className="ads-sim-fault" role="alert">
          {fault}
        </p>
      )}
      <span className="ads-sim-buttons">
        <Button htmlType="submit" size="small" type={isPrimary || onCancel ? 'primary' : 'secondary'}>
          {submitText}
        </Button>
        {onCancel && (
          <Button size="small" onClick={onCancel}>
            {t('simulation.cancel')}
          </Button>
        )}
      </span>
    </form>
  );
}
