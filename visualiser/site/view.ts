import type { Box, Point } from '../model/chart.ts';

/** The visible part of a drawing: its point p appears at `p * scale + (x, y)` of the viewport. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

const MIN_SCALE = 0.1;
const MAX_SCALE = 4;
/** Smaller texts are unreadable, so a larger drawing starts at its beginning. */
const MIN_READABLE_SCALE = 0.7;
const MARGIN = 24;
/** Minimum of the drawing that stays visible, in CSS pixels. */
const MIN_VISIBLE = 48;

const clamp = (least: number, value: number, most: number) => Math.max(least, Math.min(most, value));

/** Limits the view so that some part of the drawing stays visible. */
export const keepInSight = ({ x, y, scale }: View, drawing: Size, viewport: Size): View => ({
  x: clamp(MIN_VISIBLE - drawing.width * scale, x, viewport.width - MIN_VISIBLE),
  y: clamp(MIN_VISIBLE - drawing.height * scale, y, viewport.height - MIN_VISIBLE),
  scale,
});

export const moveView = ({ x, y, scale }: View, by: Point): View => ({ x: x + by.x, y: y + by.y, scale });

/** Zooms around a point of the viewport, which keeps its point of the drawing. */
export function zoomView(view: View, factor: number, at: Point): View {
  const scale = clamp(MIN_SCALE, view.scale * factor, MAX_SCALE);
  const factorApplied = scale / view.scale;
  return { x: at.x - (at.x - view.x) * factorApplied, y: at.y - (at.y - view.y) * factorApplied, scale };
}

const scaleToFit = (drawing: Size, viewport: Size) =>
  clamp(MIN_SCALE, Math.min((viewport.width - 2 * MARGIN) / drawing.width, (viewport.height - 2 * MARGIN) / drawing.height), 1);

/** Centred; a drawing that is too large starts at its corner. */
const placeView = (drawing: Size, viewport: Size, scale: number): View => ({
  x: Math.max(MARGIN, (viewport.width - drawing.width * scale) / 2),
  y: Math.max(MARGIN, (viewport.height - drawing.height * scale) / 2),
  scale,
});

/** The whole drawing, never enlarged. */
export const fitView = (drawing: Size, viewport: Size): View => placeView(drawing, viewport, scaleToFit(drawing, viewport));

/** Moves as little as possible to reveal a box, or its beginning if it is larger than the viewport. */
export function revealBox(view: View, box: Box, viewport: Size): View {
  const getShift = (from: number, length: number, available: number) => {
    const to = from + length;
    if (from < MARGIN || length > available - 2 * MARGIN) return MARGIN - from;
    return to > available - MARGIN ? available - MARGIN - to : 0;
  };
  const isVisible = (from: number, length: number, available: number) => from >= 0 && from + length <= available;
  const [x, y] = [view.x + box.x * view.scale, view.y + box.y * view.scale];
  const [width, height] = [box.width * view.scale, box.height * view.scale];
  return moveView(view, {
    x: isVisible(x, width, viewport.width) ? 0 : getShift(x, width, viewport.width),
    y: isVisible(y, height, viewport.height) ? 0 : getShift(y, height, viewport.height),
  });
}

/** The initial view: the whole drawing if it is readable, otherwise its beginning, with these boxes in sight. */
export const openView = (drawing: Size, viewport: Size, boxes: readonly Box[] = []): View =>
  boxes.reduce(
    (view, box) => revealBox(view, box, viewport),
    placeView(drawing, viewport, Math.max(MIN_READABLE_SCALE, scaleToFit(drawing, viewport))),
  );

/** The visible area in the drawing's coordinates; it may be larger than the drawing. */
export const getVisibleArea = ({ x, y, scale }: View, viewport: Size): Box => ({
  x: -x / scale,
  y: -y / scale,
  width: viewport.width / scale,
  height: viewport.height / scale,
});

/** The visible part of the drawing itself. */
export function getVisiblePart(view: View, drawing: Size, viewport: Size): Box {
  const visible = getVisibleArea(view, viewport);
  const [left, top] = [Math.max(0, visible.x), Math.max(0, visible.y)];
  const [right, bottom] = [Math.min(drawing.width, visible.x + visible.width), Math.min(drawing.height, visible.y + visible.height)];
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** Whether the whole drawing is visible. */
export function isFullyVisible(view: View, drawing: Size, viewport: Size): boolean {
  const { width, height } = getVisiblePart(view, drawing, viewport);
  return width === drawing.width && height === drawing.height;
}

/** Centres the viewport on a point of the drawing. */
export const centreView = (view: View, at: Point, viewport: Size): View => ({
  ...view,
  x: viewport.width / 2 - at.x * view.scale,
  y: viewport.height / 2 - at.y * view.scale,
});
