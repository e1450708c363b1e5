import { useEffect, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { IconCopy } from './icons.ts';
import '../page/base.css';
import './text.css';

/** How long the button confirms the copy. */
const COPIED_MS = 1500;

function copyLegacy(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
  }
}

/** Returns true when the text is in the clipboard. Plain HTTP outside localhost only supports the legacy way. */
export async function copyToClipboard(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copyLegacy(text);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copyLegacy(text),
  );
}

/** Copies a text and shows the result for a moment. */
export function useCopy() {
  const t = useText();
  const [outcome, setOutcome] = useState<'copied' | 'failed' | undefined>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return {
    status: outcome && t(outcome === 'copied' ? 'ui.copied' : 'ui.copyFailed'),
    copy: async (text: string) => setOutcome((await copyToClipboard(text)) ? 'copied' : 'failed'),
  };
}

interface CopyButtonProps {
  text: string;
  /** Name of the text, read out after "copy". Never a secret text itself. */
  label: string;
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const t = useText();
  const { status, copy } = useCopy();
  return (
    <span className="ads-copy">
      <button
        type="button"
        className="ads-icon-button"
        aria-label={t('ui.copyThing', { thing: label })}
        title={status ?? t('ui.copy')}
        onClick={() => void copy(text)}
      >
        <IconCopy aria-hidden="true" />
      </button>
      <span role="status" className="ads-copy-said">
        {status}
      </span>
    </span>
  );
}

/** An id or key as text with a copy button. */
export function CopyText({ text, label }: CopyButtonProps) {
  return (
    <span className="ads-copy-text ads-numbers">
      <span>{text}</span>
      <CopyButton text={text} label={label} />
    </span>
  );
}
