/** How closely a text matches the keyword, closest first. */
export const CLOSENESS = ['exact', 'prefix', 'initials', 'contains'] as const;
export type Closeness = (typeof CLOSENESS)[number];

/** Readings of the characters of a text: for each code point its readings in plain letters, empty if it has none. */
export type Readings = readonly (readonly string[])[];

export interface Match {
  closeness: Closeness;
  /** The matching ranges of the text: from (included) to (excluded). */
  ranges: [from: number, to: number][];
}

/** A unit of matching: a character with its readings, or a word of letters and digits. */
interface Unit {
  from: number;
  to: number;
  /** In lower case. */
  forms: readonly string[];
  /** Part of a word can be highlighted; part of a reading cannot. */
  isWord: boolean;
}

const WORD = /[\p{Script=Latin}\p{N}]/u;
const GAP = /[\p{P}\p{S}\p{Z}\p{C}]/u;

/** In lower case, without insignificant characters: blanks, hyphens, slashes, the marks of an input method. */
const normalize = (text: string): string => [...text.toLowerCase()].filter((sign) => !GAP.test(sign)).join('');

function splitUnits(text: string, readings: Readings): Unit[] {
  const units: Unit[] = [];
  let at = 0;
  let isInside = false;
  for (const [index, sign] of [...text].entries()) {
    const to = at + sign.length;
    const last = units.at(-1);
    if (WORD.test(sign)) {
      if (isInside && last) units[units.length - 1] = { ...last, to, forms: [text.slice(last.from, to).toLowerCase()] };
      else units.push({ from: at, to, forms: [sign.toLowerCase()], isWord: true });
    } else if (!GAP.test(sign)) {
      units.push({ from: at, to, forms: [sign.toLowerCase(), ...(readings[index] ?? [])], isWord: false });
    }
    isInside = WORD.test(sign);
    at = to;
  }
  return units;
}

interface Spelling {
  ranges: [number, number][];
  /** Whether the last unit was matched completely. */
  isWhole: boolean;
  /** Number of units used. */
  length: number;
}

/** Spells the keyword with units from `at` on; with `initials`, the first letter of a unit is enough. */
function spell(units: readonly Unit[], at: number, keyword: string, initials: boolean): Spelling | undefined {
  const deadEnds = new Set<number>();
  const from = (unit: number, typed: number): Spelling | undefined => {
    const left = keyword.slice(typed);
    if (left === '') return { ranges: [], isWhole: true, length: unit - at };
    const here = units[unit];
    const place = unit * (keyword.length + 1) + typed;
    if (!here || deadEnds.has(place)) return undefined;
    const ranged = (rest: Spelling | undefined, to: number): Spelling | undefined =>
      rest && { ...rest, ranges: [[here.from, to], ...rest.ranges] };
    for (const form of here.forms) {
      const found = left.startsWith(form) ? ranged(from(unit + 1, typed + form.length), here.to) : undefined;
      if (found) return found;
    }
    for (const form of initials ? here.forms : []) {
      const found = left.startsWith(form.slice(0, 1))
        ? ranged(from(unit + 1, typed + 1), here.isWord ? here.from + 1 : here.to)
        : undefined;
      if (found) return found;
    }
    if (here.forms.some((form) => form.startsWith(left))) {
      return { ranges: [[here.from, here.isWord ? here.from + left.length : here.to]], isWhole: false, length: unit + 1 - at };
    }
    deadEnds.add(place);
    return undefined;
  };
  return from(at, 0);
}

/** Merges adjacent ranges. */
function mergeRanges(ranges: readonly [number, number][]): [number, number][] {
  const out: [number, number][] = [];
  for (const [from, to] of ranges) {
    const last = out.at(-1);
    if (last && last[1] >= from) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

const containsMatch = (from: number, length: number): Match => ({ closeness: 'contains', ranges: [[from, from + length]] });

/** Matches a text with the keyword: literally, by its readings, or by the first letters of either. */
export function matchText(text: string, keyword: string, readings: Readings = []): Match | undefined {
  const typed = keyword.trim().toLowerCase();
  const folded = text.toLowerCase();
  if (typed === '' || text === '') return undefined;
  // Letters whose length depends on their case would shift all positions after them.
  const literal = folded.length === text.length ? folded.indexOf(typed) : -1;
  if (literal === 0) return { closeness: folded === typed ? 'exact' : 'prefix', ranges: [[0, typed.length]] };

  const letters = normalize(typed);
  if (letters === '') return literal > 0 ? containsMatch(literal, typed.length) : undefined;
  const units = splitUnits(text, readings);
  const whole = spell(units, 0, letters, false);
  if (whole) return { closeness: whole.isWhole && whole.length === units.length ? 'exact' : 'prefix', ranges: mergeRanges(whole.ranges) };
  const short = spell(units, 0, letters, true);
  if (short) return { closeness: 'initials', ranges: mergeRanges(short.ranges) };
  if (literal > 0) return containsMatch(literal, typed.length);
  for (const initials of [false, true]) {
    for (let at = 1; at < units.length; at += 1) {
      const inside = spell(units, at, letters, initials);
      if (inside) return { closeness: 'contains', ranges: mergeRanges(inside.ranges) };
    }
  }
  return undefined;
}

/** Smaller for closer matches; largest without a match. */
export const distanceOf = (match: Match | undefined): number => (match ? CLOSENESS.indexOf(match.closeness) : CLOSENESS.length);

/** One searchable text of an item. */
export interface Wording {
  text: string;
  readings?: Readings | undefined;
}

export interface Ranked<Item> {
  item: Item;
  /** Index of the closest wording, and its match. */
  wording: number;
  match: Match;
}

/** The matching items, closest first; among equally close ones those that `isFirst` prefers, then in the given order. */
export function rank<Item>(
  items: readonly Item[],
  keyword: string,
  wordings: (item: Item) => readonly Wording[],
  isFirst: (item: Item) => boolean = () => false,
): Ranked<Item>[] {
  const found: Ranked<Item>[] = [];
  for (const item of items) {
    let best: Ranked<Item> | undefined;
    for (const [wording, { text, readings }] of wordings(item).entries()) {
      const match = matchText(text, keyword, readings);
      if (match && distanceOf(match) < distanceOf(best?.match)) best = { item, wording, match };
    }
    if (best) found.push(best);
  }
  return found.toSorted((a, b) => distanceOf(a.match) - distanceOf(b.match) || Number(isFirst(b.item)) - Number(isFirst(a.item)));
}
