import { MARK_SIZE, type WordMark } from '../layout/text-flow.ts';
import type { Look } from './looks.ts';
import type { Shape } from './shapes.ts';

const THIN_STROKE: Look = { stroke: 'quiet', thickness: 1.3 };

/** Paths of the icons, in a square of 11 by 11 pixels. */
const PICTURES: Record<WordMark, readonly (readonly [string, Look])[]> = {
  // An arrow out of a box: an actor is started.
  invoke: [
    ['M6.2 2.2H2.2V8.8H8.8V4.8', THIN_STROKE],
    ['M5 6L9.6 1.4M6.6 1.2H9.8V4.4', THIN_STROKE],
  ],
  done: [['M1.6 6L4.4 8.8L9.6 2.6', { stroke: 'good', thickness: 1.6 }]],
  error: [['M2.4 2.4L8.8 8.8M8.8 2.4L2.4 8.8', { stroke: 'bad', thickness: 1.6 }]],
  snapshot: [['M1 5.5C3 2 8 2 10 5.5C8 9 3 9 1 5.5ZM5.5 4.4A1.1 1.1 0 1 1 5.5 6.6A1.1 1.1 0 1 1 5.5 4.4Z', THIN_STROKE]],
  clock: [
    ['M5.5 1A4.5 4.5 0 1 1 5.5 10A4.5 4.5 0 1 1 5.5 1Z', THIN_STROKE],
    ['M5.5 3V5.7L7.4 6.9', THIN_STROKE],
  ],
  parallel: [['M3.4 1.6V9.4M7.4 1.6V9.4', { stroke: 'quiet', thickness: 1.6 }]],
  more: [['M2 5.5H2.02M5.5 5.5H5.52M9 5.5H9.02', { stroke: 'quiet', thickness: 2 }]],
};

/** An icon centred on a height. */
export const toMarkShapes = (mark: WordMark, x: number, middle: number): Shape[] =>
  PICTURES[mark].map(([d, look]) => ({ kind: 'path', d, at: { x, y: middle - MARK_SIZE / 2 }, look }));
