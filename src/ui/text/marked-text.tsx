import type { ReactNode } from 'react';
import './marked-text.css';

interface MarkedTextProps {
  text: string;
  /** Ranges of the text, from (included) to (excluded), ascending and disjoint. */
  ranges: readonly (readonly [from: number, to: number])[];
}

/** A text with highlighted matches. Screen readers read it as plain text. */
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
