import type { ReactNode } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { CopyButton } from '#src/ui/text/copy-text.tsx';

const INDENT = 2;
/** Names, texts, and everything else except punctuation. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

function highlight(json: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let position = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [token, text, colon] = match;
    const kind = text === undefined ? 'value' : colon === undefined ? 'text' : 'name';
    const length = text?.length ?? token.length;
    parts.push(
      json.slice(position, match.index),
      <span key={match.index} className={`ads-cat-json-${kind}`}>
        {json.slice(match.index, match.index + length)}
      </span>,
    );
    position = match.index + length;
  }
  parts.push(json.slice(position));
  return parts;
}

export const formatJson = (value: unknown): string => JSON.stringify(value, undefined, INDENT);

interface JsonBlockProps {
  /** Title above the value. */
  title: string;
  value: unknown;
  /** Shown for null. */
  noneText?: string;
  /** Further buttons beside the copy button. */
  more?: ReactNode;
}

/** A JSON value that can be copied; long values scroll. */
export function JsonBlock({ title, value, noneText, more }: JsonBlockProps) {
  const json = formatJson(value);
  const isNone = value === null && noneText !== undefined;
  return (
    <figure className="ads-cat-json">
      <figcaption>
        <span>{title}</span>
        <span className="ads-cat-json-buttons">
          {more}
          {!isNone && <CopyButton text={json} label={title} />}
        </span>
      </figcaption>
      <pre role="group" tabIndex={0} aria-label={title}>
        {isNone ? noneText : highlight(json)}
      </pre>
    </figure>
  );
}

/** A command for a terminal. */
export function CommandLine({ command }: { command: string }) {
  const t = useText();
  return (
    <div className="ads-cat-command">
      <pre role="group" tabIndex={0} aria-label={t('contracts.command')}>
        {command}
      </pre>
      <CopyButton text={command} label={t('contracts.command')} />
    </div>
  );
}
