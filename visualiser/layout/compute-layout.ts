import type { ELK, ElkNode } from 'elkjs/lib/elk-api.js';
import type { Chart, Layout } from '../model/chart.ts';
import { createChartTexts } from './chart-texts.ts';
import { collapseStates } from './collapse-states.ts';
import { buildElkGraph, type Direction } from './elk-graph.ts';
import { findCrossedHeads, toLayout } from './to-layout.ts';

export interface LayoutOptions {
  /** Ids of collapsed states; ids of states without children have no effect. */
  collapsed?: ReadonlySet<string>;
  /** What was laid out before, kept by the caller: charts that differ in names alone are laid out once. */
  results?: Map<string, string>;
}

/** The largest size that can be read without scaling, in CSS pixels: as wide as a screen, with little scrolling. */
const READABLE_SIZE = { width: 1500, height: 1800 };

/** Scale at which a layout fits the readable size; larger is better. */
const getFitScale = ({ width, height }: Layout) => Math.min(1, READABLE_SIZE.width / width, READABLE_SIZE.height / height);

let elk: Promise<ELK> | undefined;

/** ELK is large and only needed for charts without a precomputed layout, so it is loaded on demand. */
const loadElk = (): Promise<ELK> => {
  elk ??= import('elkjs/lib/elk.bundled.js').then(
    ({ default: Elk }) => new Elk(),
    (error: unknown) => {
      // The next attempt loads it again.
      elk = undefined;
      throw error;
    },
  );
  return elk;
};

/** Lays out a graph. Its ids are numbered for that, so that graphs that differ in ids alone are equal. */
async function layOutGraph(graph: ElkNode, results: Map<string, string>): Promise<ElkNode> {
  const numbers = new Map<string, number>();
  const numberOf = (id: string): string => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return String(number);
  };
  const numbered = JSON.stringify(graph, (key, value: unknown) => {
    if (key === 'id') return numberOf(String(value));
    return key === 'sources' || key === 'targets' ? (value as string[]).map(numberOf) : value;
  });
  const result = results.get(numbered) ?? JSON.stringify(await (await loadElk()).layout(JSON.parse(numbered) as ElkNode));
  results.set(numbered, result);
  const ids = [...numbers.keys()];
  return JSON.parse(result, (key, value: unknown) => (key === 'id' ? (ids[Number(value)] ?? value) : value)) as ElkNode;
}

/** Places everything of a chart without overlaps. The same chart always gets the same layout. */
export async function computeLayout(chart: Chart, { collapsed = new Set(), results = new Map() }: LayoutOptions = {}): Promise<Layout> {
  const { chart: visibleChart, closed } = collapseStates(chart, collapsed);
  const texts = createChartTexts(chart, closed);
  const layOut = async (direction: Direction) => {
    const shiftedStates = new Set<string>();
    for (;;) {
      const graph = buildElkGraph(visibleChart, texts, direction, shiftedStates);
      const layout = toLayout(graph, await layOutGraph(graph.graph, results), [...closed.keys()]);
      const crossed = findCrossedHeads(graph, layout).filter((id) => !shiftedStates.has(id));
      if (crossed.length === 0) return layout;
      for (const id of crossed) shiftedStates.add(id);
    }
  };
  // Downwards is preferred, because people read that way.
  const down = await layOut('DOWN');
  if (getFitScale(down) === 1) return down;
  const right = await layOut('RIGHT');
  return getFitScale(right) > getFitScale(down) ? right : down;
}
