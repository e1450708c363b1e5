/** Width in pixels of a Chinese character at the font size of tables. */
const CHINESE_WIDTH = 14;

/** Widths in pixels of other characters in a wide font, by their shape; the first match counts. */
const LETTER_WIDTHS: readonly [RegExp, number][] = [
  [/[ijlI.,:;'’|!]/, 4.5],
  [/[tfr()[\]/\- ]/, 6],
  [/[sczJ]/, 8],
  [/[mwMW%@]/, 14],
  [/[A-Z]/, 10],
];
const LETTER_WIDTH = 9;

const letterWidth = (letter: string): number => LETTER_WIDTHS.find(([shape]) => shape.test(letter))?.[1] ?? LETTER_WIDTH;

/** Characters between which a line may break anywhere. */
const CHINESE = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/g;

/** Approximate width of a text on one line, in pixels. */
export function textWidth(text: string): number {
  const chinese = text.match(CHINESE)?.length ?? 0;
  const letters = [...text.replaceAll(CHINESE, '')].reduce((sum, letter) => sum + letterWidth(letter), 0);
  return Math.ceil(chinese * CHINESE_WIDTH + letters);
}

/** Whether a line of a head may break between two characters: after spaces, hyphens and slashes, and before brackets of Chinese texts. */
const isBreak = (before: string, after: string): boolean => /[\s/-]/.test(before) || /[（「『【《]/.test(after);

/** Width in pixels of the narrowest box that holds a head on two lines: a narrower column would cut it off. */
export function twoLineWidth(text: string): number {
  const breaks = Array.from(text, (_, at) => at).filter((at) => at > 0 && isBreak(text.charAt(at - 1), text.charAt(at)));
  const halves = breaks.map((at) => Math.max(textWidth(text.slice(0, at).trimEnd()), textWidth(text.slice(at).trimEnd())));
  return Math.min(textWidth(text), ...halves);
}

/** Padding of a cell, and the gap between row actions. */
const [PADDING, GAP] = [24, 12];
/** Icon and padding of a status tag, and its font size in proportion to that of tables. */
const [TAG, TAG_SCALE] = [32, 12 / 14];

/** Width of a column of status tags, which take two lines at most; Chinese texts stay on one. */
export const statusWidth = (...texts: string[]): number => {
  const lines = texts.map((text) => (text.search(CHINESE) < 0 ? twoLineWidth(text) : textWidth(text)));
  return PADDING + TAG + Math.ceil(Math.max(0, ...lines) * TAG_SCALE);
};

/** Width of a column whose rows have at most these actions side by side. */
export const actionsWidth = (...texts: string[]): number =>
  texts.map(textWidth).reduce((sum, room) => sum + room, PADDING + GAP * (texts.length - 1));
