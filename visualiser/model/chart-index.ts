import type { Chart, ChartState, ChartTransition } from './chart.ts';
import { printOf } from './ids.ts';

/** A chart by its ids. */
export interface ChartIndex {
  /** Outer states before those within them. */
  states: ReadonlyMap<string, ChartState>;
  transitions: ReadonlyMap<string, ChartTransition>;
  /** The state around a state; the root has none. */
  parents: ReadonlyMap<string, ChartState>;
  leaving: (state: string) => readonly ChartTransition[];
  /** Those that begin and end in the same state are among those that leave it. */
  arriving: (state: string) => readonly ChartTransition[];
  /** The state itself, or the one that a transition leaves; undefined for an id of neither. */
  stateOf: (id: string) => ChartState | undefined;
}

export function indexOf({ root, transitions }: Chart): ChartIndex {
  const states = new Map<string, ChartState>();
  const parents = new Map<string, ChartState>();
  const enter = (state: ChartState): void => {
    states.set(state.id, state);
    for (const child of state.children) {
      parents.set(child.id, state);
      enter(child);
    }
  };
  enter(root);
  const byId = new Map(transitions.map((transition) => [transition.id, transition]));
  return {
    states,
    transitions: byId,
    parents,
    leaving: (state) => transitions.filter(({ source }) => source === state),
    arriving: (state) => transitions.filter(({ source, targets }) => source !== state && targets.includes(state)),
    stateOf: (id) => states.get(id) ?? states.get(byId.get(id)?.source ?? ''),
  };
}

/** The same as of the machine that was drawn, see `printOfMachine`. */
export function printOfChart(chart: Chart): string {
  const { states, transitions } = indexOf(chart);
  return printOf([...states.keys(), ...transitions.keys()]);
}
