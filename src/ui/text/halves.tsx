import { textRoom } from './text-room.ts';
import './text.css';

/** Pixels that a name may take and still fit beside others: nothing of it is ever cut. */
const SHORT = 160;

/** Punctuation of sentences: what is read from its beginning to wherever it ends. */
const PROSE = /[。，；！？\n]|[.,;:!?]\s/;

/** After these the parts of a name end. */
const JOINT = /[\s_·/-]/;

/** A part may end this far from the middle, as a share of the whole, and the name is still halved there. */
const NEAR = 1 / 16;

/** The two halves of a name that may be too long for its place, between two of its parts where that can be; undefined of short ones, and of sentences. */
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
  /** All of it on one line. */
  oneLine?: boolean;
}

/** A name that keeps its end where it does not fit: similar ones differ there. What is cut away is its middle. */
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
