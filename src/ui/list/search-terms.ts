/** Places in a text, from (included) to (excluded), in order and apart. */
type Ranges = [from: number, to: number][];

/** What is searched for: all of these, in any order. */
export const termsOf = (query: string): string[] => [
  ...new Set(
    query
      .toLowerCase()
      .split(/\s+/)
      .filter((term) => term !== ''),
  ),
];

/** Where the terms stand in a text. */
export function rangesOf(text: string, terms: readonly string[]): Ranges {
  const folded = text.toLowerCase();
  // Letters that change their length with their case would move every place behind them.
  if (folded.length !== text.length) return [];
  const found: Ranges = [];
  for (const term of terms) {
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) found.push([at, at + term.length]);
  }
  const joined: Ranges = [];
  for (const [from, to] of found.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}
