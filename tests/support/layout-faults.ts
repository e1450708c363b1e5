import { createChartTexts } from '#visualiser/layout/chart-texts.ts';
import { collapseStates } from '#visualiser/layout/collapse-states.ts';
import { computeStateFrame } from '#visualiser/layout/state-frame.ts';
import type { Box, Chart, ChartState, Layout, Point } from '#visualiser/model/chart.ts';

/** Tolerance for lines and boxes that touch and for rounded numbers. */
const SLACK = 0.6;

const overlap = (a: Box, b: Box): boolean =>
  a.x + SLACK < b.x + b.width && b.x + SLACK < a.x + a.width && a.y + SLACK < b.y + b.height && b.y + SLACK < a.y + a.height;

const holds = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x - SLACK &&
  inner.y >= outer.y - SLACK &&
  inner.x + inner.width <= outer.x + outer.width + SLACK &&
  inner.y + inner.height <= outer.y + outer.height + SLACK;

/** The straight segments of a line, as thin boxes. */
const partsOf = (points: readonly Point[]): Box[] =>
  points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    return { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) };
  });

const crosses = (points: readonly Point[], box: Box): boolean => {
  const inner = { x: box.x + SLACK, y: box.y + SLACK, width: box.width - 2 * SLACK, height: box.height - 2 * SLACK };
  return partsOf(points).some(
    (part) =>
      part.x < inner.x + inner.width &&
      inner.x < part.x + part.width + SLACK &&
      part.y < inner.y + inner.height &&
      inner.y < part.y + part.height + SLACK,
  );
};

const isOnEdge = ({ x, y }: Point, box: Box): boolean => {
  const near = (a: number, b: number) => Math.abs(a - b) <= SLACK;
  const within = (value: number, from: number, length: number) => value >= from - SLACK && value <= from + length + SLACK;
  return (
    ((near(x, box.x) || near(x, box.x + box.width)) && within(y, box.y, box.height)) ||
    ((near(y, box.y) || near(y, box.y + box.height)) && within(x, box.x, box.width))
  );
};

const isSlanted = (points: readonly Point[]) => partsOf(points).some(({ width, height }) => width > SLACK && height > SLACK);

const isWithin = (id: string, outer: string) => id === outer || id.startsWith(`${outer}.`);

/** Everything in a layout that makes it hard to read, in words. */
export function layoutFaults(whole: Chart, layout: Layout): string[] {
  const { chart, closed } = collapseStates(whole, new Set(layout.collapsed));
  const texts = createChartTexts(whole, closed);
  const faults: string[] = [];
  const boxes = new Map<string, Box>();
  /** The head of a state that contains others: its text, and the whole head. */
  const heads = new Map<string, { head: Box; text: Box }>();
  const page = { x: 0, y: 0, width: layout.width, height: layout.height };

  const checkState = (state: ChartState, parent?: string): void => {
    const box = layout.states[state.id];
    if (!box) {
      faults.push(`${state.id} has no place`);
      return;
    }
    boxes.set(state.id, box);
    const room = parent === undefined ? page : boxes.get(parent);
    if (room && !holds(room, box)) faults.push(`${state.id} leaves ${parent ?? 'the page'}`);
    const head = parent === undefined ? undefined : heads.get(parent)?.head;
    if (head && overlap(head, box)) faults.push(`${state.id} covers the head of ${parent}`);
    if (state.kind !== 'history') {
      const frame = computeStateFrame(state, texts.state(state));
      if (frame.width > box.width + SLACK || frame.height > box.height + SLACK) faults.push(`${state.id} is too small for its text`);
      if (state.children.length > 0) {
        const widest = Math.max(frame.title.text.width, frame.details.text.width, ...frame.inner.map(({ text }) => text.width));
        heads.set(state.id, {
          head: { ...box, height: frame.height },
          text: { x: box.x + frame.title.x, y: box.y + frame.title.y, width: widest, height: frame.height - 2 * frame.title.y },
        });
      }
    }
    for (const child of state.children) checkState(child, state.id);
    state.children.forEach((one, index) => {
      for (const other of state.children.slice(index + 1)) {
        const [a, b] = [boxes.get(one.id), boxes.get(other.id)];
        if (a && b && overlap(a, b)) faults.push(`${one.id} and ${other.id} overlap`);
      }
    });
  };
  checkState(chart.root);

  const labels = Object.entries(layout.lines).map(([id, { label }]) => ({ id, label }));
  labels.forEach(({ id, label }, index) => {
    if (!holds(page, label)) faults.push(`the label of ${id} leaves the page`);
    for (const [state, box] of boxes) {
      const mayHold = heads.has(state) && holds(box, label);
      if (overlap(label, box) && !mayHold) faults.push(`the label of ${id} covers ${state}`);
    }
    for (const [state, { head }] of heads) if (overlap(label, head)) faults.push(`the label of ${id} covers the head of ${state}`);
    for (const other of labels.slice(index + 1))
      if (overlap(label, other.label)) faults.push(`the labels of ${id} and ${other.id} overlap`);
  });

  for (const transition of chart.transitions) {
    const { id, source, targets } = transition;
    const line = layout.lines[id];
    if (targets.length === 0) {
      if (line) faults.push(`${id} stays, and has a line`);
      continue;
    }
    if (!line) {
      faults.push(`${id} has no line`);
      continue;
    }
    const from = boxes.get(source);
    const head = heads.get(source)?.head;
    [line.points, ...(line.more ?? [])].forEach((points, index) => {
      const target = targets[index] ?? '';
      const to = boxes.get(target);
      const [begin, end] = [points.at(0), points.at(-1)];
      const isInside = target !== source && isWithin(target, source);
      if (isSlanted(points)) faults.push(`${id} is slanted`);
      if (!begin || !from || !(isOnEdge(begin, from) || (isInside && head && isOnEdge(begin, head))))
        faults.push(`${id} does not begin at ${source}`);
      if (!end || !to || !isOnEdge(end, to)) faults.push(`${id} does not end at ${target}`);
      for (const [state, box] of boxes) {
        if (!isWithin(source, state) && !isWithin(target, state) && crosses(points, box)) faults.push(`${id} runs through ${state}`);
      }
      for (const [state, { text }] of heads) if (crosses(points, text)) faults.push(`${id} runs through the text of ${state}`);
      for (const other of labels) {
        const shared = layout.lines[other.id]?.points;
        if (JSON.stringify(shared) !== JSON.stringify(line.points) && crosses(points, other.label))
          faults.push(`${id} runs through the label of ${other.id}`);
      }
    });
  }

  for (const state of boxes.keys()) {
    const start = layout.starts[state];
    if (!start) continue;
    for (const [other, box] of boxes)
      if (!isWithin(state, other) && !isWithin(other, state) && crosses(start.points, box))
        faults.push(`the start of ${state} runs through ${other}`);
    for (const { id, label } of labels)
      if (crosses(start.points, label)) faults.push(`the start of ${state} runs through the label of ${id}`);
  }
  return faults;
}
