/** Maximum average width in pixels of a letter and of a Chinese character at the font size of tables. */
const LETTER = 9;
const SIGN = 14;

/** Characters between which a line may break anywhere. */
const SIGNS = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/g;

/** Approximate width of a text on one line, in pixels. */
export function textRoom(text: string): number {
  const signs = text.match(SIGNS)?.length ?? 0;
  return Math.ceil(signs * SIGN + (text.length - signs) * LETTER);
}

/** Width of the longest word in pixels: a narrower column would cut it off. */
export const wordRoom = (text: string): number =>
  Math.max(
    0,
    ...text
      .replaceAll(SIGNS, ' ')
      .split(/[\s/-]+/)
      .map(textRoom),
  );

/** Padding of a cell, and the gap between row actions. */
const [PADDING, GAP] = [24, 12];

/** Width of a column whose rows have at most these actions side by side. */
export const actionsWidth = (...texts: string[]): number =>
  texts.map(textRoom).reduce((sum, room) => sum + room, PADDING + GAP * (texts.length - 1));
