/** Pixels that a letter, and a sign of Chinese, takes at most on average in the size that tables are written in. */
const LETTER = 9;
const SIGN = 14;

/** Breaks anywhere: between any two of these a line may end. */
const SIGNS = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/g;

/** Pixels that a text takes on one line, about. */
export function textRoom(text: string): number {
  const signs = text.match(SIGNS)?.length ?? 0;
  return Math.ceil(signs * SIGN + (text.length - signs) * LETTER);
}

/** Pixels that the longest of its words takes: in less, a word is cut off. */
export const wordRoom = (text: string): number =>
  Math.max(
    0,
    ...text
      .replaceAll(SIGNS, ' ')
      .split(/[\s/-]+/)
      .map(textRoom),
  );

/** Beside what stands in a cell, and between the actions of a row. */
const [PADDING, GAP] = [24, 12];

/** Width of a column whose rows have at most these actions side by side. */
export const actionsWidth = (...texts: string[]): number =>
  texts.map(textRoom).reduce((sum, room) => sum + room, PADDING + GAP * (texts.length - 1));
