// Positions inside a state, shared by the layout and the drawing.
import type { ChartState, ChartTransition } from '../model/chart.ts';
import type { StateText } from './chart-texts.ts';
import type { TextBlock } from './text-flow.ts';

const SIDE_PADDING = 12;
const TOP_PADDING = 7;
const DIVIDER_GAP = 5;
const MIN_SIZE = { width: 72, height: 34 };
/** Gap between the two borders of a final state. */
export const FINAL_RING_GAP = 4;

/** Room for the button that collapses a state. */
export const TOGGLE_SIZE = 20;

export const HISTORY_SIZE = 30;
export const DOT_SIZE = 10;
/** Padding around the text of a label. */
export const LABEL_PADDING = { x: 6, y: 3 };
/** Gap between transitions without a target. */
const INNER_GAP = 4;

/** A text block with its position inside a state. */
export interface FramedText {
  x: number;
  y: number;
  text: TextBlock;
}

export interface StateFrame {
  /** Minimum size of the state; for a state with children, the size of its head. */
  width: number;
  height: number;
  title: FramedText;
  /** Position of the line below the title; absent if only the title is shown. */
  divider?: number;
  details: FramedText;
  inner: readonly (FramedText & { transition: ChartTransition })[];
}

export function computeStateFrame({ kind }: ChartState, { title, details, inner }: StateText): StateFrame {
  const hasChildren = kind === 'compound' || kind === 'parallel';
  const ring = kind === 'final' ? FINAL_RING_GAP : 0;
  const x = SIDE_PADDING + ring;
  let y = TOP_PADDING + ring;
  const place = (text: TextBlock): FramedText => {
    const placed = { x, y, text };
    y += text.height;
    return placed;
  };
  const placedTitle = place(title);
  const hasMore = details.height > 0 || inner.length > 0;
  y += hasMore ? DIVIDER_GAP : 0;
  const divider = y;
  y += hasMore ? DIVIDER_GAP : 0;
  const placedDetails = place(details);
  const placedInner = inner.map(({ transition, text }, index) => {
    y += index > 0 || details.height > 0 ? INNER_GAP : 0;
    return { ...place(text), transition };
  });
  const widths = [title.width + (hasChildren ? TOGGLE_SIZE : 0), details.width, ...inner.map(({ text }) => text.width)];
  return {
    width: Math.max(MIN_SIZE.width, Math.ceil(Math.max(...widths) + 2 * x)),
    height: Math.max(MIN_SIZE.height, Math.ceil(y + TOP_PADDING + ring)),
    title: placedTitle,
    ...(hasMore && { divider }),
    details: placedDetails,
    inner: placedInner,
  };
}
