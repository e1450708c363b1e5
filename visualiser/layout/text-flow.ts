import { textWidth } from './text-width.ts';

/** What a word is in a chart: it decides how large it stands and which colour it has. */
export type Role = 'title' | 'keyword' | 'name' | 'event' | 'guard' | 'action' | 'tag' | 'quiet';

/** A small picture before a word: an actor that is invoked, one that is done, failed or has changed, a delay, states side by side. */
export type Mark = 'invoke' | 'done' | 'error' | 'snapshot' | 'clock' | 'parallel' | 'more';

export interface Word {
  role: Role;
  text: string;
  mark?: Mark;
}

/** A word and where it begins: CSS pixels from the left edge of its row. */
export interface PlacedWord extends Word {
  x: number;
  /** Of the text alone, without its mark. */
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

export const FONT: Record<Role, { size: number; isBold: boolean }> = {
  title: { size: 13, isBold: true },
  keyword: { size: 11, isBold: false },
  name: { size: 12, isBold: false },
  event: { size: 12, isBold: true },
  guard: { size: 11, isBold: false },
  action: { size: 11, isBold: false },
  tag: { size: 10, isBold: false },
  quiet: { size: 11, isBold: false },
};

const ROW_HEIGHT: Record<Role, number> = { title: 20, keyword: 16, name: 16, event: 17, guard: 16, action: 16, tag: 18, quiet: 16 };

export const MARK_SIZE = 11;
export const MARK_GAP = 4;
/** A tag stands in a small box. */
export const TAG_PADDING = 5;

const WORD_GAP = 4;
const INDENT = 10;

export const markWidth = ({ mark }: Word): number => (mark ? MARK_SIZE + MARK_GAP : 0);

const fullWidth = (word: Word & { width: number }) => markWidth(word) + word.width + (word.role === 'tag' ? 2 * TAG_PADDING : 0);

/** Words one after the other, on a new row where the widest row would be wider than wanted. A word is never divided. */
export function flow(words: readonly Word[], widest: number): TextRow[] {
  const rows: { words: PlacedWord[]; width: number; height: number }[] = [];
  for (const word of words) {
    const { size, isBold } = FONT[word.role];
    const measured = { ...word, width: textWidth(word.text, size, isBold) };
    let row = rows.at(-1);
    if (!row || row.width + WORD_GAP + fullWidth(measured) > widest) {
      row = { words: [], width: rows.length > 0 ? INDENT : 0, height: 0 };
      rows.push(row);
    }
    const x = row.words.length > 0 ? row.width + WORD_GAP : row.width;
    row.words.push({ ...measured, x });
    row.width = x + fullWidth(measured);
    row.height = Math.max(row.height, ROW_HEIGHT[word.role]);
  }
  return rows;
}

export const block = (rows: readonly TextRow[]): TextBlock => ({
  rows,
  width: Math.max(0, ...rows.map(({ width }) => width)),
  height: rows.reduce((sum, { height }) => sum + height, 0),
});
