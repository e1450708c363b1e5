import type { ReactNode } from 'react';
import './marked-text.css';

interface MarkedTextProps {
  text: string;
  /** Places in the text, from (included) to (excluded), in order and apart. */
  ranges: readonly (readonly [from: number, to: number])[];
}

/** A text whose matching parts stand out. It is read as if nothing was marked. */
export function MarkedText({ text, ranges }: MarkedTextProps) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    parts.push(
      text.slice(at, from),
      <mark key={from} className="ads-mark">
        {text.slice(from, to)}
      </mark>,
    );
    at = to;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
