import { textRoom } from './text-room.ts';
import './text.css';

/** Names up to this width in pixels are never cut off. */
const SHORT = 160;

/** Punctuation of sentences, which are read from the beginning. */
const PROSE = /[。，；！？\n]|[.,;:!?]\s/;

/** Separators between the parts of a name. */
const JOINT = /[\s_·/-]/;

/** Maximum distance of a separator from the middle, as a share of the length. */
const NEAR = 1 / 16;

/** Splits a name that may be too long, preferably between two of its parts; undefined for short names and sentences. */
export function halvesOf(text: string): [head: string, tail: string] | undefined {
  const room = textRoom(text);
  if (room <= SHORT || PROSE.test(text)) return undefined;
  const letters = [...text];
  let taken = 0;
  const cuts = letters.map((letter, at) => {
    taken += textRoom(letter);
    return { length: at + 1, isJoint: JOINT.test(letter), off: Math.abs(taken - room / 2) };
  });
  const nearest = (some: typeof cuts) => some.toSorted((one, other) => one.off - other.off)[0]?.length;
  const length = nearest(cuts.filter(({ isJoint, off }) => isJoint && off <= room * NEAR)) ?? nearest(cuts);
  return [letters.slice(0, length).join(''), letters.slice(length).join('')];
}

interface HalvesProps {
  text: string;
  /** Shows the whole name on one line. */
  oneLine?: boolean;
}

/** A name that is truncated in the middle, because similar names differ at the end. */
export function Halves({ text, oneLine = false }: HalvesProps) {
  const halves = halvesOf(text);
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
