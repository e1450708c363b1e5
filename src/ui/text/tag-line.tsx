import type { ReactNode } from 'react';
import { DASH } from '#src/locale/format.ts';
import { PlainTag } from './status-tag.tsx';

export interface LineTag {
  key: number | string;
  text: string;
  /** Shown on hover; default: the text itself. */
  hint?: string | undefined;
}

interface TagLineProps {
  tags: readonly LineTag[];
  /** Number of shown tags; the others are counted, and named on hover. */
  shown?: number;
  /** Names one of the other tags. */
  nameOf?: (tag: LineTag) => string;
  /** Content before the tags. */
  start?: ReactNode;
  /** Shown when there are no tags. */
  empty?: ReactNode;
}

/** Number of tags that fit into one line of a row. */
const DEFAULT_SHOWN = 2;

const textOf = ({ text }: LineTag): string => text;

/** Tags of an object. In a table row they take one line; elsewhere they wrap. */
export function TagLine({ tags, shown = DEFAULT_SHOWN, nameOf = textOf, start, empty = DASH }: TagLineProps) {
  const rest = tags.slice(shown);
  if (tags.length === 0 && !start) return empty;
  return (
    <span className="ads-tag-line">
      {start}
      {tags.slice(0, shown).map(({ key, text, hint }) => (
        <PlainTag key={key} text={text} hint={hint ?? text} />
      ))}
      {rest.length > 0 && <PlainTag text={`+${rest.length}`} hint={rest.map(nameOf).join('\n')} />}
    </span>
  );
}
