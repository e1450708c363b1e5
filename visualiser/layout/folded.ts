import type { Chart, ChartState } from '../model/chart.ts';

export interface FoldedChart {
  /** Without what closed states hold; arrows that began or ended there begin and end at them. */
  chart: Chart;
  /** The states that are drawn closed, and how many states each of them holds. */
  closed: ReadonlyMap<string, number>;
}

const countBelow = ({ children }: ChartState): number => children.reduce((sum, child) => sum + 1 + countBelow(child), 0);

const withAllBelow = (state: ChartState): ChartState[] => [state, ...state.children.flatMap(withAllBelow)];

/** The chart as it is drawn with some of its states closed. States without children, and inside of closed ones, are left alone. */
export function folded(chart: Chart, collapsed: ReadonlySet<string>): FoldedChart {
  const closed = new Map<string, number>();
  /** Where a hidden state is shown instead. */
  const shownAt = new Map<string, string>();

  const fold = (state: ChartState): ChartState => {
    if (state.children.length === 0) return state;
    if (!collapsed.has(state.id)) return { ...state, children: state.children.map(fold) };
    closed.set(state.id, countBelow(state));
    for (const { id } of withAllBelow(state).slice(1)) shownAt.set(id, state.id);
    return { ...state, children: [], initial: [] };
  };

  const root = fold(chart.root);
  if (closed.size === 0) return { chart, closed };
  const shown = (id: string) => shownAt.get(id) ?? id;
  const transitions = chart.transitions.flatMap((transition) => {
    const source = shown(transition.source);
    const targets = [...new Set(transition.targets.map(shown))];
    const isSame = source === transition.source && transition.targets.every((target) => target === source);
    // What stays inside of a closed state is not seen.
    if (!isSame && targets.every((target) => target === source)) return [];
    return [{ ...transition, source, targets }];
  });
  return { chart: { ...chart, root, transitions }, closed };
}
