import type { Chart, ChartState, ChartTransition } from './chart.ts';
import { computePrint } from './ids.ts';

/** Lookups into a chart by id. */
export interface ChartIndex {
  /** Outer states come before the states inside them. */
  states: ReadonlyMap<string, ChartState>;
  transitions: ReadonlyMap<string, ChartTransition>;
  /** The parent of each state; the root has none. */
  parents: ReadonlyMap<string, ChartState>;
  transitionsFrom: (state: string) => readonly ChartTransition[];
  /** Transitions that begin and end in the same state are only listed by `transitionsFrom`. */
  transitionsTo: (state: string) => readonly ChartTransition[];
  /** The state with that id, or the state that the transition with that id leaves; undefined for any other id. */
  findState: (id: string) => ChartState | undefined;
}

export function indexChart({ root, transitions }: Chart): ChartIndex {
  const states = new Map<string, ChartState>();
  const parents = new Map<string, ChartState>();
  const addState = (state: ChartState): void => {
    states.set(state.id, state);
    for (const child of state.children) {
      parents.set(child.id, state);
      addState(child);
    }
  };
  addState(root);
  const byId = new Map(transitions.map((transition) => [transition.id, transition]));
  return {
    states,
    transitions: byId,
    parents,
    transitionsFrom: (state) => transitions.filter(({ source }) => source === state),
    transitionsTo: (state) => transitions.filter(({ source, targets }) => source !== state && targets.includes(state)),
    findState: (id) => states.get(id) ?? states.get(byId.get(id)?.source ?? ''),
  };
}

/** Equals `computeMachinePrint` of the machine that the chart was built from. */
export function computeChartPrint(chart: Chart): string {
  const { states, transitions } = indexChart(chart);
  return computePrint([...states.keys(), ...transitions.keys()]);
}
