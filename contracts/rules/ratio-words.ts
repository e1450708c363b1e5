import { type RatioName, ratioWords } from '../vocabulary/materials.ts';
import type { Words } from '../vocabulary/vocabulary.ts';

export interface Picture {
  ratio: RatioName | null;
  width: number | null;
  height: number | null;
}

/** Two decimals at most. */
const rounded = (value: number): string => String(Number(value.toFixed(2)));

/** Names the ratio of a picture by its usual name, or by its sides such as 1.91:1; null while it is unknown. */
export function nameRatio({ ratio, width, height }: Picture): Words | null {
  if (ratio === null) return null;
  if (ratio !== 'other' || !width || !height) return ratioWords[ratio];
  const sides = width >= height ? `${rounded(width / height)}:1` : `1:${rounded(height / width)}`;
  return { zh: sides, en: sides };
}
