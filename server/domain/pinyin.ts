import { polyphonic } from 'pinyin-pro';

/** Common Chinese characters: the block of unified ideographs. */
const [FIRST_HAN, LAST_HAN] = [0x4e00, 0x9fa5];
/** Longer keywords are searched as they are written: pinyin of more characters is not typed. */
const MAX_LETTERS = 24;
/** The ways to split letters into syllables, those with the longest syllables first. */
const MAX_SPELLINGS = 12;
const LONGEST_SYLLABLE = 6;

interface Readings {
  /** Characters by their syllable, such as `lang`. */
  bySyllable: ReadonlyMap<string, string>;
  /** Characters by the first letters of a syllable, such as `la`. */
  byBeginning: ReadonlyMap<string, string>;
}

let known: Readings | undefined;

const add = (signs: Map<string, string>, key: string, sign: string) => signs.set(key, (signs.get(key) ?? '') + sign);

/** How characters are read, with all readings of each. Built once, when the first letters are searched. */
function loadReadings(): Readings {
  const bySyllable = new Map<string, string>();
  const byBeginning = new Map<string, string>();
  for (let code = FIRST_HAN; code <= LAST_HAN; code += 1) {
    const sign = String.fromCodePoint(code);
    const syllables = new Set(polyphonic(sign, { toneType: 'none', type: 'array', v: true })[0]);
    const beginnings = new Set<string>();
    for (const syllable of syllables) {
      if (!/^[a-z]+$/.test(syllable)) continue;
      add(bySyllable, syllable, sign);
      for (let length = 1; length <= syllable.length; length += 1) beginnings.add(syllable.slice(0, length));
    }
    for (const beginning of beginnings) add(byBeginning, beginning, sign);
  }
  return { bySyllable, byBeginning };
}

const anyOf = (signs: string): string => `[${signs}]`;

/** Patterns of characters whose syllables are the letters, the last of which may be unfinished. */
function* spellings(letters: string, readings: Readings): Generator<string> {
  const unfinished = readings.byBeginning.get(letters);
  if (unfinished) yield anyOf(unfinished);
  for (let length = Math.min(LONGEST_SYLLABLE, letters.length - 1); length > 0; length -= 1) {
    const signs = readings.bySyllable.get(letters.slice(0, length));
    if (!signs) continue;
    for (const rest of spellings(letters.slice(length), readings)) yield anyOf(signs) + rest;
  }
}

function firstSpellings(letters: string, readings: Readings): string[] {
  const found: string[] = [];
  for (const spelling of spellings(letters, readings)) {
    found.push(spelling);
    if (found.length === MAX_SPELLINGS) break;
  }
  return found;
}

/** Pattern of one character for each letter, whose syllable begins with it; a letter may also stand for itself. */
const initials = (letters: string, { byBeginning }: Readings): string =>
  [...letters].map((letter) => anyOf(letter + letter.toUpperCase() + (byBeginning.get(letter) ?? ''))).join('');

/**
 * A regular expression that finds Chinese text by its pinyin (`langwang`) or its initials (`lw`).
 * Undefined for a keyword that is no pinyin.
 */
export function pinyinPattern(keyword: string): string | undefined {
  const letters = keyword.toLowerCase().replace(/[\s']/g, '');
  if (letters.length < 2 || letters.length > MAX_LETTERS || !/^[a-z]+$/.test(letters)) return undefined;
  known ??= loadReadings();
  return [initials(letters, known), ...firstSpellings(letters, known)].join('|');
}
