import type { Chart, ChartState } from '../model/chart.ts';

export interface CollapsedChart {
  /** The chart without the children of closed states; their arrows start and end at the closed state instead. */
  chart: Chart;
  /** The collapsed states, each with the number of states inside it. */
  closed: ReadonlyMap<string, number>;
}

const countDescendants = ({ children }: ChartState): number => children.reduce((sum, child) => sum + 1 + countDescendants(child), 0);

const listStates = (state: ChartState): ChartState[] => [state, ...state.children.flatMap(listStates)];

/** The chart with some states collapsed. Ids of states without children, and of states inside collapsed ones, have no effect. */
export function collapseStates(chart: Chart, collapsed: ReadonlySet<string>): CollapsedChart {
  const closed = new Map<string, number>();
  /** The collapsed state that represents each hidden state. */
  const visibleParents = new Map<string, string>();

  const collapse = (state: ChartState): ChartState => {
    if (state.children.length === 0) return state;
    if (!collapsed.has(state.id)) return { ...state, children: state.children.map(collapse) };
    closed.set(state.id, countDescendants(state));
    for (const { id } of listStates(state).slice(1)) visibleParents.set(id, state.id);
    return { ...state, children: [], initial: [] };
  };

  const root = collapse(chart.root);
  if (closed.size === 0) return { chart, closed };
  const toVisible = (id: string) => visibleParents.get(id) ?? id;
  const transitions = chart.transitions.flatMap((transition) => {
    const source = toVisible(transition.source);
    const targets = [...new Set(transition.targets.map(toVisible))];
    const isSame = source === transition.source && transition.targets.every((target) => target === source);
    // Transitions inside a collapsed state are hidden.
    if (!isSame && targets.every((target) => target === source)) return [];
    return [{ ...transition, source, targets }];
  });
  return { chart: { ...chart, root, transitions }, closed };
}
