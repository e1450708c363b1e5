import type { ReactNode } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { CopyButton } from '#src/ui/text/copy-text.tsx';

const INDENT = 2;
/** Names, texts, and everything else that is no punctuation. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

function coloured(json: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [whole, text, colon] = match;
    const kind = text === undefined ? 'value' : colon === undefined ? 'text' : 'name';
    const length = text?.length ?? whole.length;
    parts.push(
      json.slice(at, match.index),
      <span key={match.index} className={`ads-cat-json-${kind}`}>
        {json.slice(match.index, match.index + length)}
      </span>,
    );
    at = match.index + length;
  }
  parts.push(json.slice(at));
  return parts;
}

export const jsonText = (value: unknown): string => JSON.stringify(value, undefined, INDENT);

interface JsonBlockProps {
  /** What it is; stands above it. */
  title: string;
  value: unknown;
  /** Stands for null, which is no value here. */
  noneText?: string;
  /** Further buttons beside the one that copies. */
  more?: ReactNode;
}

/** A JSON value that can be copied. Long ones scroll on their own. */
export function JsonBlock({ title, value, noneText, more }: JsonBlockProps) {
  const json = jsonText(value);
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
        {isNone ? noneText : coloured(json)}
      </pre>
    </figure>
  );
}

/** A line for a terminal. */
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
