import type { ReactNode } from 'react';
import { DASH } from '#src/locale/format.ts';
import { PlainTag } from './status-tag.tsx';
import { textWidth } from './text-width.ts';

export interface LineTag {
  key: number | string;
  text: string;
  /** Shown on hover; default: the text itself. */
  hint?: string | undefined;
}

interface TagLineProps {
  tags: readonly LineTag[];
  /** Largest number of shown tags; the others are counted, and named on hover. */
  shown?: number;
  /** Width in pixels of the column, where only whole tags are shown. */
  room?: number;
  /** Names one of the other tags. */
  nameOf?: (tag: LineTag) => string;
  /** Content before the tags. */
  start?: ReactNode;
  /** Shown when there are no tags. */
  empty?: ReactNode;
}

/** Number of tags that fit into one line of a row. */
const DEFAULT_SHOWN = 2;

/** Padding and margin of a tag, the room for the number of other tags with the padding of the cell, and the font size of tags. */
const [TAG, OTHERS, TAG_SCALE] = [18, 64, 12 / 14];

/** Number of texts that fit side by side as tags, at least one. */
function countFitting(texts: readonly string[], room: number): number {
  let left = room - OTHERS;
  const first = texts.findIndex((text) => {
    left -= textWidth(text) * TAG_SCALE + TAG;
    return left < 0;
  });
  return first < 0 ? texts.length : Math.max(1, first);
}

const textOf = ({ text }: LineTag): string => text;

/** Tags of an object. In a table row they take one line; elsewhere they wrap. */
export function TagLine({ tags, shown: most = DEFAULT_SHOWN, room, nameOf = textOf, start, empty = DASH }: TagLineProps) {
  const shown = room === undefined ? most : Math.min(most, countFitting(tags.map(textOf), room));
  const rest = tags.slice(shown);
  if (tags.length === 0 && !start) return empty;
  return (
    <span className="ads-tag-line">
      {start}
      {tags.slice(0, shown).map(({ key, text, hint }) => (
        <PlainTag key={key} text={text} hint={hint ?? text} />
      ))}
      {rest.length > 0 && (
        <span className="ads-tag-rest">
          <PlainTag text={`+${rest.length}`} hint={rest.map(nameOf).join('\n')} />
        </span>
      )}
    </span>
  );
}
