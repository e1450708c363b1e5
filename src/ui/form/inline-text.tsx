import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import '../page/base.css';
import './inline-text.css';

interface InlineTextProps {
  /** Accessible name, for example "Name of group 2". */
  label: string;
  value: string;
  /** Called once with the typed text when it differs and is not blank. */
  onCommit: (value: string) => void;
  /** Maximum number of characters. */
  max: number;
  disabled?: boolean;
}

/** A text edited in place: a click or Enter starts, Enter or leaving saves, Escape cancels. */
export function InlineText({ label, value, onCommit, max, disabled = false }: InlineTextProps) {
  const t = useText();
  const [typed, setTyped] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isTyping = typed !== undefined;
  const shouldRefocus = useRef(false);
  useEffect(() => {
    if (isTyping) {
      input.current?.focus();
      input.current?.select();
    } else if (shouldRefocus.current) button.current?.focus();
    shouldRefocus.current = false;
  }, [isTyping]);

  const finish = (byKey: boolean, isSaved: boolean) => {
    shouldRefocus.current = byKey;
    const text = typed?.trim();
    setTyped(undefined);
    if (isSaved && text && text !== value) onCommit(text);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Neither the surrounding form nor the row must handle these keys.
    event.preventDefault();
    event.stopPropagation();
    finish(true, event.key === 'Enter');
  };
  if (!isTyping) {
    return (
      <button
        ref={button}
        type="button"
        className="ads-inline-text"
        disabled={disabled}
        title={value}
        aria-label={t('ui.changeThing', { thing: label, value })}
        onClick={() => setTyped(value)}
      >
        {value}
      </button>
    );
  }
  return (
    <input
      ref={input}
      className="ads-inline-text-input"
      aria-label={label}
      value={typed}
      maxLength={max}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={key}
      onBlur={() => finish(false, true)}
    />
  );
}
