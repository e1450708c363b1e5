// How the inside of a state is divided. The layout makes room by it, the drawing writes by it.
import type { ChartState, ChartTransition } from '../model/chart.ts';
import type { StateText } from './chart-texts.ts';
import type { TextBlock } from './text-flow.ts';

const SIDE = 12;
const TOP = 7;
const BETWEEN = 5;
const SMALLEST = { width: 72, height: 34 };
/** A final state has two edges. */
export const RING = 4;

/** Room for the button that opens and closes a state. */
export const TOGGLE_SIZE = 20;

export const HISTORY_SIZE = 30;
export const DOT_SIZE = 10;
/** Room around the text of a label. */
export const LABEL_PADDING = { x: 6, y: 3 };
/** Between transitions that stay in a state. */
const INNER_GAP = 4;

/** A block of text and where it stands in its state. */
export interface FramedText {
  x: number;
  y: number;
  text: TextBlock;
}

export interface StateFrame {
  /** The smallest a state can be; of one that holds others, its head. */
  width: number;
  height: number;
  title: FramedText;
  /** Where the line below the title runs; absent where nothing stands below it. */
  divider?: number;
  details: FramedText;
  inner: readonly (FramedText & { transition: ChartTransition })[];
}

export function stateFrame({ kind }: ChartState, { title, details, inner }: StateText): StateFrame {
  const holdsOthers = kind === 'compound' || kind === 'parallel';
  const ring = kind === 'final' ? RING : 0;
  const x = SIDE + ring;
  let y = TOP + ring;
  const place = (text: TextBlock): FramedText => {
    const placed = { x, y, text };
    y += text.height;
    return placed;
  };
  const placedTitle = place(title);
  const hasMore = details.height > 0 || inner.length > 0;
  y += hasMore ? BETWEEN : 0;
  const divider = y;
  y += hasMore ? BETWEEN : 0;
  const placedDetails = place(details);
  const placedInner = inner.map(({ transition, text }, index) => {
    y += index > 0 || details.height > 0 ? INNER_GAP : 0;
    return { ...place(text), transition };
  });
  const widths = [title.width + (holdsOthers ? TOGGLE_SIZE : 0), details.width, ...inner.map(({ text }) => text.width)];
  return {
    width: Math.max(SMALLEST.width, Math.ceil(Math.max(...widths) + 2 * x)),
    height: Math.max(SMALLEST.height, Math.ceil(y + TOP + ring)),
    title: placedTitle,
    ...(hasMore && { divider }),
    details: placedDetails,
    inner: placedInner,
  };
}
