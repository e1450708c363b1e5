import type { Point } from '../model/chart.ts';

const CORNER = 7;
const ARROW = { length: 8, half: 3.6 };

const number = (value: number) => String(Math.round(value * 10) / 10);
const at = ({ x, y }: Point) => `${number(x)} ${number(y)}`;

/** The point so far from one towards another, at most half of the way. */
function towards(from: Point, to: Point, distance: number, most = 0.5): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length === 0 ? 0 : Math.min(distance / length, most);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** A line through points, its corners rounded. It ends inside of its arrow's head. */
export function linePath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const steps = rest.map((point, index) => {
    const next = rest[index + 1];
    const before = index === 0 ? first : rest[index - 1];
    if (!before) return '';
    if (!next) return `L${at(towards(point, before, ARROW.length / 2))}`;
    return `L${at(towards(point, before, CORNER))}Q${at(point)} ${at(towards(point, next, CORNER))}`;
  });
  return `M${at(first)}${steps.join('')}`;
}

/** The head of an arrow whose tip is the last point. */
export function arrowPath(points: readonly Point[]): string {
  const tip = points.at(-1);
  const before = points.findLast((point) => tip && Math.hypot(tip.x - point.x, tip.y - point.y) > 0.5);
  if (!tip || !before) return '';
  const back = towards(tip, before, ARROW.length, Number.POSITIVE_INFINITY);
  const [dx, dy] = [((back.x - tip.x) / ARROW.length) * ARROW.half, ((back.y - tip.y) / ARROW.length) * ARROW.half];
  return `M${at(tip)}L${at({ x: back.x - dy, y: back.y + dx })}L${at({ x: back.x + dy, y: back.y - dx })}Z`;
}
