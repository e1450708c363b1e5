import type { Point } from '../model/chart.ts';

const CORNER_RADIUS = 7;
const ARROW = { length: 8, half: 3.6 };

const formatNumber = (value: number) => String(Math.round(value * 10) / 10);
const formatPoint = ({ x, y }: Point) => `${formatNumber(x)} ${formatNumber(y)}`;

/** The point at a distance from `from` towards `to`, limited to a share of the way. */
function moveTowards(from: Point, to: Point, distance: number, maxShare = 0.5): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length === 0 ? 0 : Math.min(distance / length, maxShare);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** SVG path with rounded corners. It ends inside the arrow head. */
export function toLinePath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const steps = rest.map((point, index) => {
    const next = rest[index + 1];
    const before = index === 0 ? first : rest[index - 1];
    if (!before) return '';
    if (!next) return `L${formatPoint(moveTowards(point, before, ARROW.length / 2))}`;
    return `L${formatPoint(moveTowards(point, before, CORNER_RADIUS))}Q${formatPoint(point)} ${formatPoint(moveTowards(point, next, CORNER_RADIUS))}`;
  });
  return `M${formatPoint(first)}${steps.join('')}`;
}

/** SVG path of the arrow head, whose tip is the last point. */
export function toArrowPath(points: readonly Point[]): string {
  const tip = points.at(-1);
  const before = points.findLast((point) => tip && Math.hypot(tip.x - point.x, tip.y - point.y) > 0.5);
  if (!tip || !before) return '';
  const back = moveTowards(tip, before, ARROW.length, Number.POSITIVE_INFINITY);
  const [dx, dy] = [((back.x - tip.x) / ARROW.length) * ARROW.half, ((back.y - tip.y) / ARROW.length) * ARROW.half];
  return `M${formatPoint(tip)}L${formatPoint({ x: back.x - dy, y: back.y + dx })}L${formatPoint({ x: back.x + dy, y: back.y - dx })}Z`;
}
