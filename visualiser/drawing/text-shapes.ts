import { FONT, markWidth, TAG_PADDING, type TextBlock } from '../layout/text-flow.ts';
import { textLook } from './looks.ts';
import { markShapes } from './marks.ts';
import type { Shape } from './shapes.ts';

/** Of a capital's height, from the middle of a row down to the line that letters stand on. */
const TO_BASELINE = 0.35;
const TAG_HEIGHT = 14;

/** A block of text with its left upper corner at a place. */
export function textShapes({ rows }: TextBlock, x: number, y: number): Shape[] {
  let top = y;
  return rows.flatMap(({ words, height }) => {
    const middle = top + height / 2;
    top += height;
    return words.flatMap((word): Shape[] => {
      const { role, text, mark, width } = word;
      const left = x + word.x;
      const isTag = role === 'tag';
      const begin = left + markWidth(word) + (isTag ? TAG_PADDING : 0);
      return [
        ...(mark ? markShapes(mark, left, middle) : []),
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
        { kind: 'text', x: begin, y: middle + FONT[role].size * TO_BASELINE, width, text, look: textLook(role) },
      ];
    });
  });
}
