import type { ELK } from 'elkjs/lib/elk-api.js';
import type { Chart, Layout } from '../model/chart.ts';
import { textsOf } from './chart-texts.ts';
import { type Direction, graphOf } from './elk-graph.ts';
import { folded } from './folded.ts';
import { crossedHeads, placed } from './placed.ts';

export interface LayoutOptions {
  /** Ids of states that are drawn closed. Those without children stay as they are. */
  collapsed?: ReadonlySet<string>;
}

/** What is still read without shrinking it, in CSS pixels: no wider than a screen, and not too far to turn down. */
const SCREEN = { width: 1500, height: 1800 };

/** How far a drawing must be shrunk to be seen at once: the larger the better. */
const scaleOf = ({ width, height }: Layout) => Math.min(1, SCREEN.width / width, SCREEN.height / height);

let elk: Promise<ELK> | undefined;

/** Large, and only needed where no layout was computed beforehand: fetched with the first chart. */
const engine = (): Promise<ELK> => {
  elk ??= import('elkjs/lib/elk.bundled.js').then(
    ({ default: Elk }) => new Elk(),
    (error: unknown) => {
      // Whoever tries again fetches it again.
      elk = undefined;
      throw error;
    },
  );
  return elk;
};

/** Places everything of a chart so that nothing covers anything else. The same chart always has the same layout. */
export async function layoutOf(chart: Chart, { collapsed = new Set() }: LayoutOptions = {}): Promise<Layout> {
  const { chart: shown, closed } = folded(chart, collapsed);
  const texts = textsOf(chart, closed);
  const elkjs = await engine();
  const drawn = async (direction: Direction) => {
    const aside = new Set<string>();
    for (;;) {
      const graph = graphOf(shown, texts, direction, aside);
      const layout = placed(graph, await elkjs.layout(graph.graph), [...closed.keys()]);
      const crossed = crossedHeads(graph, layout).filter((id) => !aside.has(id));
      if (crossed.length === 0) return layout;
      for (const id of crossed) aside.add(id);
    }
  };
  // Downwards where that is as good: it is how people read.
  const down = await drawn('DOWN');
  if (scaleOf(down) === 1) return down;
  const right = await drawn('RIGHT');
  return scaleOf(right) > scaleOf(down) ? right : down;
}
