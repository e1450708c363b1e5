import { textRoom } from './text-room.ts';
import './text.css';

/** Pixels that a name may take and still fit beside others: nothing of it is ever cut. */
const SHORT = 160;

/** Punctuation of sentences: what is read from its beginning to wherever it ends. */
const PROSE = /[。，；！？\n]|[.,;:!?]\s/;

/** The two halves of a name that may be too long for its place; undefined of short ones, and of sentences. */
export function halvesOf(text: string): [head: string, tail: string] | undefined {
  const room = textRoom(text);
  if (room <= SHORT || PROSE.test(text)) return undefined;
  const letters = [...text];
  let taken = 0;
  const at = letters.findIndex((letter) => {
    taken += textRoom(letter);
    return taken * 2 >= room;
  });
  return [letters.slice(0, at + 1).join(''), letters.slice(at + 1).join('')];
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
