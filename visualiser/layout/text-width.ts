// Measures text without a browser, by the character widths of Arial, which Liberation Sans and Helvetica share. Drawings pass the
// measured width on to the browser, so that text keeps its place in any other font.

type Widths = readonly (readonly [thousandths: number, characters: string])[];

const REGULAR: Widths = [
  [191, "'"],
  [222, 'ijl'],
  [260, '|'],
  [278, ' !,./:;I[\\]ft'],
  [333, '()-`r'],
  [334, '{}'],
  [355, '"'],
  [389, '*'],
  [469, '^'],
  [500, 'Jckvxyzs'],
  [556, '#$0123456789?L_abdeghnopqu'],
  [584, '+<=>~'],
  [611, 'FTZ'],
  [667, '&ABEKPSVXY'],
  [722, 'CDHNRUw'],
  [778, 'GOQ'],
  [833, 'Mm'],
  [889, '%'],
  [944, 'W'],
  [1015, '@'],
];

const BOLD: Widths = [
  [238, "'"],
  [278, ' ,./I\\ijl'],
  [280, '|'],
  [333, '!()-:;[]`ft'],
  [389, '*r{}'],
  [474, '"'],
  [500, 'z'],
  [556, '#$0123456789J_aceksvxy'],
  [584, '+<=>^~'],
  [611, '?FLTZbdghnopqu'],
  [667, 'EPSVXY'],
  [722, '&ABCDHKNRU'],
  [778, 'GOQw'],
  [833, 'M'],
  [889, '%m'],
  [944, 'W'],
  [975, '@'],
];

const indexByCharacter = (widths: Widths) =>
  new Map(widths.flatMap(([width, characters]) => [...characters].map((character) => [character, width] as const)));

const REGULAR_WIDTHS = indexByCharacter(REGULAR);
const BOLD_WIDTHS = indexByCharacter(BOLD);

/** Other scripts: about as wide as a capital. */
const OTHER_LETTER_WIDTH = 700;
const SQUARE_WIDTH = 1000;
/** Chinese, Japanese and Korean characters, their punctuation, and emoji. */
const SQUARE_CHARACTER =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** Width in CSS pixels, rounded to a tenth. */
export function measureText(text: string, size: number, isBold = false): number {
  const widths = isBold ? BOLD_WIDTHS : REGULAR_WIDTHS;
  let thousandths = 0;
  for (const character of text)
    thousandths += widths.get(character) ?? (SQUARE_CHARACTER.test(character) ? SQUARE_WIDTH : OTHER_LETTER_WIDTH);
  return Math.round((thousandths * size) / 100) / 10;
}
