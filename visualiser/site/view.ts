import type { Box, Point } from '../model/chart.ts';

/** What of a drawing is seen: a point p of it stands at `p * scale + (x, y)` of the window into it. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

const SMALLEST = 0.1;
const LARGEST = 4;
/** Below it nothing can be read: a drawing that is larger is shown from its beginning. */
const READABLE = 0.7;
const MARGIN = 24;
/** So much of a drawing stays in sight, in CSS pixels. */
const IN_SIGHT = 48;

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(most, value));

/** Never so far away that nothing of the drawing is seen. */
export const kept = ({ x, y, scale }: View, drawing: Size, room: Size): View => ({
  x: between(IN_SIGHT - drawing.width * scale, x, room.width - IN_SIGHT),
  y: between(IN_SIGHT - drawing.height * scale, y, room.height - IN_SIGHT),
  scale,
});

export const moved = ({ x, y, scale }: View, by: Point): View => ({ x: x + by.x, y: y + by.y, scale });

/** Larger or smaller around a point of the window, which stays over the same point of the drawing. */
export function zoomed(view: View, factor: number, at: Point): View {
  const scale = between(SMALLEST, view.scale * factor, LARGEST);
  const real = scale / view.scale;
  return { x: at.x - (at.x - view.x) * real, y: at.y - (at.y - view.y) * real, scale };
}

const scaleToFit = (drawing: Size, room: Size) =>
  between(SMALLEST, Math.min((room.width - 2 * MARGIN) / drawing.width, (room.height - 2 * MARGIN) / drawing.height), 1);

/** In the middle; what is too large for the room begins in its corner. */
const placed = (drawing: Size, room: Size, scale: number): View => ({
  x: Math.max(MARGIN, (room.width - drawing.width * scale) / 2),
  y: Math.max(MARGIN, (room.height - drawing.height * scale) / 2),
  scale,
});

/** The whole drawing, never enlarged. */
export const fitted = (drawing: Size, room: Size): View => placed(drawing, room, scaleToFit(drawing, room));

/** How a drawing is shown first: the whole of it, as long as that can be read. */
export const opened = (drawing: Size, room: Size): View => placed(drawing, room, Math.max(READABLE, scaleToFit(drawing, room)));

/** As few steps aside as bring the box into sight; its beginning, where it is larger than the room. */
export function brought(view: View, box: Box, room: Size): View {
  const aside = (from: number, length: number, whole: number) => {
    const to = from + length;
    if (from < MARGIN || length > whole - 2 * MARGIN) return MARGIN - from;
    return to > whole - MARGIN ? whole - MARGIN - to : 0;
  };
  const isSeen = (from: number, length: number, whole: number) => from >= 0 && from + length <= whole;
  const [x, y] = [view.x + box.x * view.scale, view.y + box.y * view.scale];
  const [width, height] = [box.width * view.scale, box.height * view.scale];
  return moved(view, {
    x: isSeen(x, width, room.width) ? 0 : aside(x, width, room.width),
    y: isSeen(y, height, room.height) ? 0 : aside(y, height, room.height),
  });
}

/** What of a drawing is seen, in its own measure; it may be more than there is of it. */
export const seenOf = ({ x, y, scale }: View, room: Size): Box => ({
  x: -x / scale,
  y: -y / scale,
  width: room.width / scale,
  height: room.height / scale,
});

/** The same, of what there is. */
export function shownOf(view: View, drawing: Size, room: Size): Box {
  const seen = seenOf(view, room);
  const [left, top] = [Math.max(0, seen.x), Math.max(0, seen.y)];
  const [right, bottom] = [Math.min(drawing.width, seen.x + seen.width), Math.min(drawing.height, seen.y + seen.height)];
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** Whether nothing of a drawing is out of sight. */
export function isAllSeen(view: View, drawing: Size, room: Size): boolean {
  const { width, height } = shownOf(view, drawing, room);
  return width === drawing.width && height === drawing.height;
}

/** With a point of the drawing in the middle of the window. */
export const centred = (view: View, at: Point, room: Size): View => ({
  ...view,
  x: room.width / 2 - at.x * view.scale,
  y: room.height / 2 - at.y * view.scale,
});
