import { type RatioName, ratioWords } from '#contracts/vocabulary/materials.ts';
import type { Words } from '#contracts/vocabulary/vocabulary.ts';

interface Picture {
  ratio: RatioName | null;
  width: number | null;
  height: number | null;
}

/** Two decimals at most. */
const rounded = (value: number): string => String(Number(value.toFixed(2)));

/** The ratio of a picture: its usual name, or its sides such as 1.91:1; undefined while it is unknown. */
export function ratioText({ ratio, width, height }: Picture, w: (words: Words) => string): string | undefined {
  if (ratio === null) return undefined;
  if (ratio !== 'other' || !width || !height) return w(ratioWords[ratio]);
  return width >= height ? `${rounded(width / height)}:1` : `1:${rounded(height / width)}`;
}
