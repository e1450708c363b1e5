// How wide text is, without a browser: widths of Arial, which Liberation Sans and Helvetica share. A drawing tells the browser the
// same numbers, so that text stays in its place where another font is all there is.

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

const byCharacter = (widths: Widths) =>
  new Map(widths.flatMap(([width, characters]) => [...characters].map((one) => [one, width] as const)));

const regular = byCharacter(REGULAR);
const bold = byCharacter(BOLD);

/** Letters of other alphabets: about a capital. */
const OTHER = 700;
const FULL = 1000;
/** Chinese, Japanese and Korean, their punctuation, and pictures. */
const IS_FULL = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** Width in CSS pixels, to a tenth. */
export function textWidth(text: string, size: number, isBold = false): number {
  const widths = isBold ? bold : regular;
  let thousandths = 0;
  for (const one of text) thousandths += widths.get(one) ?? (IS_FULL.test(one) ? FULL : OTHER);
  return Math.round((thousandths * size) / 100) / 10;
}
