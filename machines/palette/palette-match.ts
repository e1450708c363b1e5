/** How near a text comes to what was typed, nearest first. */
export const NEARNESS = ['exact', 'prefix', 'initials', 'contains'] as const;
export type Nearness = (typeof NEARNESS)[number];

/** How the characters of a text are read: for each code point its readings in plain letters, none where it has none. */
export type Readings = readonly (readonly string[])[];

export interface Match {
  nearness: Nearness;
  /** What matched, as places in the text: from (included) to (excluded). */
  ranges: [from: number, to: number][];
}

/** What is typed at one go: a character with its readings, or a word of letters and digits. */
interface Unit {
  from: number;
  to: number;
  /** All in small letters. */
  forms: readonly string[];
  /** A part of a word is a part of its text; of a reading no part can be pointed at. */
  isWord: boolean;
}

const WORD = /[\p{Script=Latin}\p{N}]/u;
const GAP = /[\p{P}\p{S}\p{Z}\p{C}]/u;

/** Without case, and without what nobody minds: blanks, hyphens, slashes, the marks of an input method. */
const plain = (text: string): string => [...text.toLowerCase()].filter((sign) => !GAP.test(sign)).join('');

function unitsOf(text: string, readings: Readings): Unit[] {
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

interface Course {
  ranges: [number, number][];
  /** The last unit was typed to its end. */
  isWhole: boolean;
  /** How many units were used. */
  length: number;
}

/** How the keyword can be spelt by units from `at` on; with `initials`, a unit may be passed by its first letter. */
function spell(units: readonly Unit[], at: number, keyword: string, initials: boolean): Course | undefined {
  const deadEnds = new Set<number>();
  const from = (unit: number, typed: number): Course | undefined => {
    const left = keyword.slice(typed);
    if (left === '') return { ranges: [], isWhole: true, length: unit - at };
    const here = units[unit];
    const place = unit * (keyword.length + 1) + typed;
    if (!here || deadEnds.has(place)) return undefined;
    const ranged = (rest: Course | undefined, to: number): Course | undefined =>
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

/** Touching ranges become one. */
function joined(ranges: readonly [number, number][]): [number, number][] {
  const out: [number, number][] = [];
  for (const [from, to] of ranges) {
    const last = out.at(-1);
    if (last && last[1] >= from) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

const within = (from: number, length: number): Match => ({ nearness: 'contains', ranges: [[from, from + length]] });

/** Whether, and how nearly, a text is what was typed: as it stands, by its readings, or by the first letters of either. */
export function matchText(text: string, keyword: string, readings: Readings = []): Match | undefined {
  const typed = keyword.trim().toLowerCase();
  const folded = text.toLowerCase();
  if (typed === '' || text === '') return undefined;
  // Letters that change their length with their case would move every place behind them.
  const literal = folded.length === text.length ? folded.indexOf(typed) : -1;
  if (literal === 0) return { nearness: folded === typed ? 'exact' : 'prefix', ranges: [[0, typed.length]] };

  const letters = plain(typed);
  if (letters === '') return literal > 0 ? within(literal, typed.length) : undefined;
  const units = unitsOf(text, readings);
  const whole = spell(units, 0, letters, false);
  if (whole) return { nearness: whole.isWhole && whole.length === units.length ? 'exact' : 'prefix', ranges: joined(whole.ranges) };
  const short = spell(units, 0, letters, true);
  if (short) return { nearness: 'initials', ranges: joined(short.ranges) };
  if (literal > 0) return within(literal, typed.length);
  for (const initials of [false, true]) {
    for (let at = 1; at < units.length; at += 1) {
      const inside = spell(units, at, letters, initials);
      if (inside) return { nearness: 'contains', ranges: joined(inside.ranges) };
    }
  }
  return undefined;
}

/** The nearer one is smaller; nothing is farther than everything. */
export const distance = (match: Match | undefined): number => (match ? NEARNESS.indexOf(match.nearness) : NEARNESS.length);

/** One wording of something that can be found. */
export interface Wording {
  text: string;
  readings?: Readings | undefined;
}

export interface Ranked<Item> {
  item: Item;
  /** Which of its wordings came nearest, and how. */
  wording: number;
  match: Match;
}

/** What matches, nearest first; of equally near ones those that `isFirst` prefers, then as they were given. */
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
      if (match && distance(match) < distance(best?.match)) best = { item, wording, match };
    }
    if (best) found.push(best);
  }
  return found.toSorted((a, b) => distance(a.match) - distance(b.match) || Number(isFirst(b.item)) - Number(isFirst(a.item)));
}
