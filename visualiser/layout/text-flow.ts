import { measureText } from './text-width.ts';

/** Meaning of a word in a chart; it decides size and colour. */
export type WordRole = 'title' | 'keyword' | 'name' | 'event' | 'guard' | 'action' | 'tag' | 'quiet';

/** Icon before a word. */
export type WordMark = 'invoke' | 'done' | 'error' | 'snapshot' | 'clock' | 'parallel' | 'more';

export interface Word {
  role: WordRole;
  text: string;
  mark?: WordMark;
}

/** A word with its position in its row, in CSS pixels. */
export interface PlacedWord extends Word {
  x: number;
  /** Width of the text, without its mark. */
  width: number;
}

export interface TextRow {
  words: readonly PlacedWord[];
  width: number;
  height: number;
}

export interface TextBlock {
  rows: readonly TextRow[];
  width: number;
  height: number;
}

export const FONTS_BY_ROLE: Record<WordRole, { size: number; isBold: boolean }> = {
  title: { size: 13, isBold: true },
  keyword: { size: 11, isBold: false },
  name: { size: 12, isBold: false },
  event: { size: 12, isBold: true },
  guard: { size: 11, isBold: false },
  action: { size: 11, isBold: false },
  tag: { size: 10, isBold: false },
  quiet: { size: 11, isBold: false },
};

const ROW_HEIGHTS: Record<WordRole, number> = { title: 20, keyword: 16, name: 16, event: 17, guard: 16, action: 16, tag: 18, quiet: 16 };

export const MARK_SIZE = 11;
export const MARK_GAP = 4;
/** Padding of the box around a tag. */
export const TAG_PADDING = 5;

const WORD_GAP = 4;
const INDENT = 10;

export const getMarkWidth = ({ mark }: Word): number => (mark ? MARK_SIZE + MARK_GAP : 0);

const getFullWidth = (word: Word & { width: number }) => getMarkWidth(word) + word.width + (word.role === 'tag' ? 2 * TAG_PADDING : 0);

/** Places words one after another and starts a new row when `maxWidth` would be exceeded. Words are never split. */
export function breakIntoRows(words: readonly Word[], maxWidth: number): TextRow[] {
  const rows: { words: PlacedWord[]; width: number; height: number }[] = [];
  for (const word of words) {
    const { size, isBold } = FONTS_BY_ROLE[word.role];
    const measured = { ...word, width: measureText(word.text, size, isBold) };
    let row = rows.at(-1);
    if (!row || row.width + WORD_GAP + getFullWidth(measured) > maxWidth) {
      row = { words: [], width: rows.length > 0 ? INDENT : 0, height: 0 };
      rows.push(row);
    }
    const x = row.words.length > 0 ? row.width + WORD_GAP : row.width;
    row.words.push({ ...measured, x });
    row.width = x + getFullWidth(measured);
    row.height = Math.max(row.height, ROW_HEIGHTS[word.role]);
  }
  return rows;
}

export const toBlock = (rows: readonly TextRow[]): TextBlock => ({
  rows,
  width: Math.max(0, ...rows.map(({ width }) => width)),
  height: rows.reduce((sum, { height }) => sum + height, 0),
});
