/** What a state can be. `history` states are no states anybody is in: they lead back to where somebody was. */
export type StateKind = 'atomic' | 'compound' | 'parallel' | 'final' | 'history';

/** What makes a transition happen. `wildcard` is any event that nothing else takes; `always` needs none. */
export type Trigger =
  | { kind: 'event' | 'wildcard'; event: string }
  | { kind: 'always' }
  /** `delay` is the name of a delay, or milliseconds; `ms` is how long it is, where that stands fast. */
  | { kind: 'delay'; delay: string; ms?: number }
  /** An invoked actor ended, well or badly; `actor` is the id of the invocation. */
  | { kind: 'done' | 'error' | 'snapshot'; actor: string }
  /** A state below reached its final state. */
  | { kind: 'stateDone' };

export interface ChartInvoke {
  id: string;
  /** Name of the actor logic; `inline` where it has none. */
  src: string;
}

/** A state as it is drawn. */
export interface ChartState {
  /** Path from the root, such as `list.loading.quietly`. The same as XState's id where none was given. */
  id: string;
  /** Last part of the path. */
  key: string;
  kind: StateKind;
  /** Of a history state. */
  history?: 'shallow' | 'deep';
  description?: string;
  tags: readonly string[];
  entry: readonly string[];
  exit: readonly string[];
  invokes: readonly ChartInvoke[];
  /** Ids of the states that are entered first; of a history state, those it leads to while nothing is remembered. */
  initial: readonly string[];
  /** What is done on the way to the first state. */
  initialActions?: readonly string[];
  children: readonly ChartState[];
}

/** An arrow. Where several have the same source and trigger, the first whose guard holds is taken. */
export interface ChartTransition {
  /** Unique within the chart, and the same as long as the machine is. */
  id: string;
  source: string;
  /** Ids of states; empty where the state stays and only actions run. */
  targets: readonly string[];
  trigger: Trigger;
  /** As it reads: `hasRows`, `not(isBusy)`, `and(a, b)`. */
  guard?: string;
  actions: readonly string[];
  reenter: boolean;
  description?: string;
}

/** A machine as it can be drawn and compared: plain data, the same for the same machine. */
export interface Chart {
  id: string;
  description?: string;
  root: ChartState;
  transitions: readonly ChartTransition[];
}

/** Places of a drawing, in CSS pixels from its left upper corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** How a transition runs. Transitions between the same states share one line, and their labels stand below each other on it. */
export interface Line {
  /** To the first target. */
  points: readonly Point[];
  /** To the other targets, where there are several. */
  more?: readonly (readonly Point[])[];
  label: Box;
}

/** From the dot to the state that is entered first; the dot is the first point. */
export interface Start {
  points: readonly Point[];
  /** Where the way there has actions. */
  label?: Box;
}

/** Where everything of a chart stands. Keys are ids of states and transitions. */
export interface Layout {
  width: number;
  height: number;
  /** What a collapsed state holds has no place. */
  states: Readonly<Record<string, Box>>;
  /** Transitions without a target have no line: their text stands in the state. */
  lines: Readonly<Record<string, Line>>;
  /** By the state that is entered, or the history state that remembers nothing yet. */
  starts: Readonly<Record<string, Start>>;
  /** States that are drawn closed: what they hold is not shown, and its arrows end at them. */
  collapsed: readonly string[];
}
