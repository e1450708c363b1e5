import { Button } from '@arco-design/web-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { jsonText, summary } from './words.ts';

interface JsonFormProps {
  label: string;
  /** What stands in it at first: a value as JSON; undefined for nothing. */
  value: unknown;
  /** Values to choose from, where there are several. */
  examples?: readonly unknown[];
  submitText: string;
  isPrimary?: boolean;
  /** Why a value is none; undefined where it is one. Nothing at all is the value undefined. */
  check?: (value: unknown) => MessageId | undefined;
  onSubmit: (value: unknown) => void;
  onCancel?: () => void;
}

type Read = { value: unknown } | { fault: string };

/** A value is written as JSON, and given away once it is one. */
export function JsonForm({ label, value, examples = [], submitText, isPrimary, check, onSubmit, onCancel }: JsonFormProps) {
  const t = useText();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => jsonText(value));
  const [fault, setFault] = useState('');
  const isOpened = onCancel !== undefined;
  // It was opened by a press of a button, to be written in.
  useEffect(() => {
    if (isOpened) field.current?.focus();
  }, [isOpened]);
  const read = (): Read => {
    let result: unknown;
    try {
      result = text.trim() === '' ? undefined : JSON.parse(text);
    } catch (error) {
      return { fault: `${t('simulation.noJson')} ${(error as Error).message}` };
    }
    const wrong = check?.(result);
    return wrong ? { fault: t(wrong) } : { value: result };
  };
  const submit = () => {
    const found = read();
    if ('value' in found) return onSubmit(found.value);
    setFault(found.fault);
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
            <button key={index} type="button" className="ads-link-button" title={jsonText(one)} onClick={() => setText(jsonText(one))}>
              {summary(one) || t('simulation.nothing')}
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
