import { textWidth } from './text-width.ts';
import './text.css';

/** Names up to this width in pixels are never cut off. */
const MAX_SHORT_WIDTH = 160;

/** Punctuation of sentences, which are read from the beginning. */
const SENTENCE_PUNCTUATION = /[。，；！？\n]|[.,;:!?]\s/;

/** Separators between the parts of a name. */
const SEPARATOR = /[\s_·/-]/;

/** Maximum distance of a separator from the middle, as a share of the length. */
const MAX_SEPARATOR_DISTANCE = 1 / 16;

/** Names up to this width in pixels fit on two lines even if these are uneven, so their words stay whole. */
const MAX_UNEVEN_WIDTH = 210;

/** The same distance for names that may be uneven. */
const MAX_UNEVEN_DISTANCE = 1 / 4;

/** Splits a name that may be too long, preferably between two of its parts; undefined for short names and sentences. */
export function splitInHalves(text: string): [head: string, tail: string] | undefined {
  const room = textWidth(text);
  if (room <= MAX_SHORT_WIDTH || SENTENCE_PUNCTUATION.test(text)) return undefined;
  const letters = [...text];
  let usedWidth = 0;
  const cuts = letters.map((letter, at) => {
    usedWidth += textWidth(letter);
    return { length: at + 1, isJoint: SEPARATOR.test(letter), off: Math.abs(usedWidth - room / 2) };
  });
  const nearest = (some: typeof cuts) => some.toSorted((one, other) => one.off - other.off)[0]?.length;
  const maxOff = room * (room <= MAX_UNEVEN_WIDTH ? MAX_UNEVEN_DISTANCE : MAX_SEPARATOR_DISTANCE);
  const length = nearest(cuts.filter(({ isJoint, off }) => isJoint && off <= maxOff)) ?? nearest(cuts);
  return [letters.slice(0, length).join(''), letters.slice(length).join('')];
}

interface HalvesProps {
  text: string;
  /** Shows the whole name on one line. */
  oneLine?: boolean;
}

/** A name that is truncated in the middle, because similar names differ at the end. */
export function Halves({ text, oneLine = false }: HalvesProps) {
  const halves = splitInHalves(text);
  if (halves === undefined) return text;
  const [head, tail] = halves;
  return (
    <span className={oneLine ? 'ads-halves ads-halves-line' : 'ads-halves'}>
      <span>{head}</span>
      <span dir="rtl">
        <bdi dir="ltr">{tail}</bdi>
      </span>
    </span>
  );
}
