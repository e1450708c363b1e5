// What ELK found, in the words of a layout.
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { Box, Layout, Line, Point, Start } from '../model/chart.ts';
import { type Bundle, type ChartGraph, isWithin, names } from './elk-graph.ts';
import { LABEL_PADDING } from './state-frame.ts';

const round = (value: number) => Math.round(value * 10) / 10;

const boxOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box => ({
  x: round(x),
  y: round(y),
  width: round(width),
  height: round(height),
});

const nodesBelow = ({ children = [] }: ElkNode): ElkNode[] => children.flatMap((node) => [node, ...nodesBelow(node)]);

const pointsOf = ({ id, sections }: ElkExtendedEdge): Point[] => {
  const [section] = sections ?? [];
  if (!section) throw new Error(`ELK found no way for ${id}`);
  return [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(({ x, y }) => ({ x: round(x), y: round(y) }));
};

/** Labels of one line below each other: together they fill the room they share. */
function labelsOf({ transitions }: Bundle, { x, y, width }: Box): Map<string, Box> {
  let top = y;
  return new Map(
    transitions.map(({ transition, text }) => {
      const label = { x, y: round(top), width, height: text.height + 2 * LABEL_PADDING.y };
      top += label.height;
      return [transition.id, label];
    }),
  );
}

/** No further from its state than this: a dot is looked for beside it. */
const FROM_DOT = 30;

/** The last part of a way, if it is long enough to hold a dot. */
function cutShort(points: Point[]): Point[] {
  const [end, before] = [points.at(-1), points.at(-2)];
  if (!end || !before) return points;
  const length = Math.hypot(end.x - before.x, end.y - before.y);
  if (length < FROM_DOT) return points;
  const part = FROM_DOT / length;
  return [{ x: round(end.x + (before.x - end.x) * part), y: round(end.y + (before.y - end.y) * part) }, end];
}

export function placed({ bundles, heads, direction }: ChartGraph, found: ElkNode, collapsed: readonly string[]): Layout {
  const boxes = new Map(nodesBelow(found).map((node) => [node.id, boxOf(node)]));
  const edges = new Map((found.edges ?? []).map((edge) => [edge.id, edge]));
  const boxAt = (id: string): Box => boxes.get(id) ?? boxOf({});
  const edgeAt = (id: string): ElkExtendedEdge => edges.get(id) ?? { id, sources: [], targets: [] };
  const isDown = direction === 'DOWN';

  /** Lines through a door go on to the edge of its state: back to its head, and on to the side that arrows point to. */
  const fromEdgeToEdge = (points: Point[], source: string, target: string): Point[] => {
    const [begin, end] = [points[0], points.at(-1)];
    const { x, y } = boxAt(source);
    const { x: left, y: top, width, height } = boxAt(target);
    return [
      ...(begin && isWithin(target, source)
        ? [isDown ? { x: begin.x, y: round(y + (heads.get(source)?.height ?? 0)) } : { x, y: begin.y }]
        : []),
      ...points,
      ...(end && isWithin(source, target) ? [isDown ? { x: end.x, y: round(top + height) } : { x: round(left + width), y: end.y }] : []),
    ];
  };

  const lines: Record<string, Line> = {};
  for (const bundle of bundles) {
    const { id, source, targets } = bundle;
    const [points = [], ...more] = targets.map((target, index) => fromEdgeToEdge(pointsOf(edgeAt(names.edge(id, index))), source, target));
    const room = boxOf(edgeAt(names.edge(id, 0)).labels?.[0] ?? {});
    for (const [transition, label] of labelsOf(bundle, room)) lines[transition] = { points, ...(more.length > 0 && { more }), label };
  }

  const starts: Record<string, Start> = {};
  for (const [id, edge] of edges) {
    const state = names.startOf(id);
    if (state === undefined) continue;
    const points = pointsOf(edge);
    const dot = boxes.get(names.dot(state));
    const [label] = edge.labels ?? [];
    // From the middle of the dot; of a history state, from its edge.
    const whole = dot ? [{ x: round(dot.x + dot.width / 2), y: round(dot.y + dot.height / 2) }, ...points.slice(1)] : points;
    starts[state] = { points: dot && !label ? cutShort(whole) : whole, ...(label && { label: boxOf(label) }) };
  }

  const states = Object.fromEntries([...boxes].filter(([id]) => !names.isOther(id)));
  return { width: Math.ceil(found.width ?? 0), height: Math.ceil(found.height ?? 0), states, lines, starts, collapsed };
}

/** States whose head has a line running through its text. */
export function crossedHeads({ heads }: ChartGraph, { states, lines }: Layout): string[] {
  const ways = Object.values(lines).flatMap(({ points, more = [] }) => [points, ...more]);
  return [...heads].flatMap(([id, { height, textWidth }]) => {
    const { x, y } = states[id] ?? boxOf({});
    // Lines run straight down or across.
    const isCrossed = (from: Point, to: Point) =>
      Math.min(from.x, to.x) < x + textWidth &&
      Math.max(from.x, to.x) > x &&
      Math.min(from.y, to.y) < y + height &&
      Math.max(from.y, to.y) > y;
    return ways.some((points) => points.some((to, index) => isCrossed(points[index - 1] ?? to, to))) ? [id] : [];
  });
}
