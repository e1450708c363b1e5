import { FONTS_BY_ROLE, getMarkWidth, TAG_PADDING, type TextBlock } from '../layout/text-flow.ts';
import { getTextLook } from './looks.ts';
import { toMarkShapes } from './marks.ts';
import type { Shape } from './shapes.ts';

/** Distance from the middle of a row down to the baseline, relative to the font size. */
const BASELINE_SHIFT = 0.35;
const TAG_HEIGHT = 14;

/** The shapes of a text block whose top left corner is at `x`, `y`. */
export function toTextShapes({ rows }: TextBlock, x: number, y: number): Shape[] {
  let top = y;
  return rows.flatMap(({ words, height }) => {
    const middle = top + height / 2;
    top += height;
    return words.flatMap((word): Shape[] => {
      const { role, text, mark, width } = word;
      const left = x + word.x;
      const isTag = role === 'tag';
      const begin = left + getMarkWidth(word) + (isTag ? TAG_PADDING : 0);
      return [
        ...(mark ? toMarkShapes(mark, left, middle) : []),
        ...(isTag
          ? [
              {
                kind: 'rect' as const,
                x: left,
                y: middle - TAG_HEIGHT / 2,
                width: width + 2 * TAG_PADDING,
                height: TAG_HEIGHT,
                radius: TAG_HEIGHT / 2,
                look: { fill: 'tag' as const },
              },
            ]
          : []),
        { kind: 'text', x: begin, y: middle + FONTS_BY_ROLE[role].size * BASELINE_SHIFT, width, text, look: getTextLook(role) },
      ];
    });
  });
}
