// Converts ELK's result to a layout.
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { Box, Layout, Line, Point, Start } from '../model/chart.ts';
import { type Bundle, type ChartGraph, elementIds, isWithin } from './elk-graph.ts';
import { LABEL_PADDING } from './state-frame.ts';

const round = (value: number) => Math.round(value * 10) / 10;

const toBox = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box => ({
  x: round(x),
  y: round(y),
  width: round(width),
  height: round(height),
});

const listNodes = ({ children = [] }: ElkNode): ElkNode[] => children.flatMap((node) => [node, ...listNodes(node)]);

const toPoints = ({ id, sections }: ElkExtendedEdge): Point[] => {
  const [section] = sections ?? [];
  if (!section) throw new Error(`ELK found no way for ${id}`);
  return [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(({ x, y }) => ({ x: round(x), y: round(y) }));
};

/** Labels of one line, stacked so that they fill their shared box. */
function stackLabels({ transitions }: Bundle, { x, y, width }: Box): Map<string, Box> {
  let top = y;
  return new Map(
    transitions.map(({ transition, text }) => {
      const label = { x, y: round(top), width, height: text.height + 2 * LABEL_PADDING.y };
      top += label.height;
      return [transition.id, label];
    }),
  );
}

/** Longest distance between the initial dot and its state, so that the dot is found beside the state. */
const MAX_START_LENGTH = 30;

/** The end of a line, no longer than `MAX_START_LENGTH`. */
function shorten(points: Point[]): Point[] {
  const [end, before] = [points.at(-1), points.at(-2)];
  if (!end || !before) return points;
  const length = Math.hypot(end.x - before.x, end.y - before.y);
  if (length < MAX_START_LENGTH) return points;
  const part = MAX_START_LENGTH / length;
  return [{ x: round(end.x + (before.x - end.x) * part), y: round(end.y + (before.y - end.y) * part) }, end];
}

export function toLayout({ bundles, heads, direction }: ChartGraph, elkResult: ElkNode, collapsed: readonly string[]): Layout {
  const boxes = new Map(listNodes(elkResult).map((node) => [node.id, toBox(node)]));
  const edges = new Map((elkResult.edges ?? []).map((edge) => [edge.id, edge]));
  const getBox = (id: string): Box => boxes.get(id) ?? toBox({});
  const getEdge = (id: string): ElkExtendedEdge => edges.get(id) ?? { id, sources: [], targets: [] };
  const isDown = direction === 'DOWN';

  /** Lines through a door are extended to the edge of its state: to the head at the start, and to the far side at the end. */
  const extendThroughDoors = (points: Point[], source: string, target: string): Point[] => {
    const [begin, end] = [points[0], points.at(-1)];
    const { x, y } = getBox(source);
    const { x: left, y: top, width, height } = getBox(target);
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
    const [points = [], ...more] = targets.map((target, index) =>
      extendThroughDoors(toPoints(getEdge(elementIds.edge(id, index))), source, target),
    );
    const room = toBox(getEdge(elementIds.edge(id, 0)).labels?.[0] ?? {});
    for (const [transition, label] of stackLabels(bundle, room)) lines[transition] = { points, ...(more.length > 0 && { more }), label };
  }

  const starts: Record<string, Start> = {};
  for (const [id, edge] of edges) {
    const state = elementIds.toStartState(id);
    if (state === undefined) continue;
    const points = toPoints(edge);
    const dot = boxes.get(elementIds.dot(state));
    const [label] = edge.labels ?? [];
    // Starts in the centre of the dot; for a history state, at its edge.
    const fromDot = dot ? [{ x: round(dot.x + dot.width / 2), y: round(dot.y + dot.height / 2) }, ...points.slice(1)] : points;
    starts[state] = { points: dot && !label ? shorten(fromDot) : fromDot, ...(label && { label: toBox(label) }) };
  }

  const states = Object.fromEntries([...boxes].filter(([id]) => !elementIds.isHelper(id)));
  return { width: Math.ceil(elkResult.width ?? 0), height: Math.ceil(elkResult.height ?? 0), states, lines, starts, collapsed };
}

/** States whose head text is crossed by a line. */
export function findCrossedHeads({ heads }: ChartGraph, { states, lines }: Layout): string[] {
  const paths = Object.values(lines).flatMap(({ points, more = [] }) => [points, ...more]);
  return [...heads].flatMap(([id, { height, textWidth }]) => {
    const { x, y } = states[id] ?? toBox({});
    // Lines are either horizontal or vertical.
    const isCrossed = (from: Point, to: Point) =>
      Math.min(from.x, to.x) < x + textWidth &&
      Math.max(from.x, to.x) > x &&
      Math.min(from.y, to.y) < y + height &&
      Math.max(from.y, to.y) > y;
    return paths.some((points) => points.some((to, index) => isCrossed(points[index - 1] ?? to, to))) ? [id] : [];
  });
}
