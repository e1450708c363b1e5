import type { ReactNode } from 'react';
import { DASH } from '#src/locale/format.ts';
import { PlainTag } from './status-tag.tsx';

export interface LineTag {
  key: number | string;
  text: string;
  /** On hover; the text itself where there is no more to say. */
  hint?: string | undefined;
}

interface TagLineProps {
  tags: readonly LineTag[];
  /** As many as have room; the others are counted, and named on hover. */
  shown?: number;
  /** How one of the others is named. */
  nameOf?: (tag: LineTag) => string;
  /** What comes first, of another look. */
  lead?: ReactNode;
  /** What stands where there is none. */
  empty?: ReactNode;
}

/** As many as stand in one line of a row. */
const SHOWN = 2;

const textOf = ({ text }: LineTag): string => text;

/** Tags of one object. In a row of a table they take one line however many they are; elsewhere they wrap. */
export function TagLine({ tags, shown = SHOWN, nameOf = textOf, lead, empty = DASH }: TagLineProps) {
  const rest = tags.slice(shown);
  if (tags.length === 0 && !lead) return empty;
  return (
    <span className="ads-tag-line">
      {lead}
      {tags.slice(0, shown).map(({ key, text, hint }) => (
        <PlainTag key={key} text={text} hint={hint ?? text} />
      ))}
      {rest.length > 0 && <PlainTag text={`+${rest.length}`} hint={rest.map(nameOf).join('\n')} />}
    </span>
  );
}
