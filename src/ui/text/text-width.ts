/** Maximum average width in pixels of a letter and of a Chinese character at the font size of tables. */
const LETTER_WIDTH = 9;
const CHINESE_WIDTH = 14;

/** Characters between which a line may break anywhere. */
const CHINESE = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/g;

/** Approximate width of a text on one line, in pixels. */
export function textWidth(text: string): number {
  const chinese = text.match(CHINESE)?.length ?? 0;
  return Math.ceil(chinese * CHINESE_WIDTH + (text.length - chinese) * LETTER_WIDTH);
}

/** Width of the longest word in pixels: a narrower column would cut it off. */
export const wordWidth = (text: string): number =>
  Math.max(
    0,
    ...text
      .replaceAll(CHINESE, ' ')
      .split(/[\s/-]+/)
      .map(textWidth),
  );

/** Padding of a cell, and the gap between row actions. */
const [PADDING, GAP] = [24, 12];

/** Width of a column whose rows have at most these actions side by side. */
export const actionsWidth = (...texts: string[]): number =>
  texts.map(textWidth).reduce((sum, room) => sum + room, PADDING + GAP * (texts.length - 1));
