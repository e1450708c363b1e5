/** A `history` state is never active itself: it leads back to the states that were active before. */
export type StateKind = 'atomic' | 'compound' | 'parallel' | 'final' | 'history';

/** `wildcard` is any event that no other transition takes; `always` needs no event. */
export type Trigger =
  | { kind: 'event' | 'wildcard'; event: string }
  | { kind: 'always' }
  /** `delay` is the name of a delay, or milliseconds as text; `ms` is its length where that is fixed. */
  | { kind: 'delay'; delay: string; ms?: number }
  /** An invoked actor completed, failed or sent a snapshot; `actor` is the id of the invocation. */
  | { kind: 'done' | 'error' | 'snapshot'; actor: string }
  /** The source state reached its final state. */
  | { kind: 'stateDone' };

export interface ChartInvoke {
  id: string;
  /** Name of the actor logic, or `inline`. */
  src: string;
}

/** A state as it is drawn. */
export interface ChartState {
  /** Path from the root, such as `list.loading.quietly`. Equals XState's own id unless the state declares one. */
  id: string;
  /** Last part of the path. */
  key: string;
  kind: StateKind;
  /** Only for history states. */
  history?: 'shallow' | 'deep';
  description?: string;
  tags: readonly string[];
  entry: readonly string[];
  exit: readonly string[];
  invokes: readonly ChartInvoke[];
  /** Ids of the states that are entered first; for a history state, its targets while nothing is remembered. */
  initial: readonly string[];
  /** Actions of the initial transition. */
  initialActions?: readonly string[];
  children: readonly ChartState[];
}

/** Among transitions with the same source and trigger, the first whose guard passes is taken. */
export interface ChartTransition {
  /** Unique within the chart, and stable while the machine does not change. */
  id: string;
  source: string;
  /** Ids of states; empty if the state stays and only actions run. */
  targets: readonly string[];
  trigger: Trigger;
  /** Readable form: `hasRows`, `not(isBusy)`, `and(a, b)`. */
  guard?: string;
  actions: readonly string[];
  reenter: boolean;
  description?: string;
}

/** A machine as plain data that can be drawn and compared: the same machine always gives the same chart. */
export interface Chart {
  id: string;
  description?: string;
  root: ChartState;
  transitions: readonly ChartTransition[];
}

/** CSS pixels from the top left corner of the drawing. */
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

/** Path of a transition. Transitions between the same states share one line, with their labels stacked on it. */
export interface Line {
  /** To the first target. */
  points: readonly Point[];
  /** To the other targets, if there are several. */
  more?: readonly (readonly Point[])[];
  label: Box;
}

/** The arrow from the initial dot to the state that is entered first; the first point is the dot. */
export interface Start {
  points: readonly Point[];
  /** Present if the initial transition has actions. */
  label?: Box;
}

/** Positions of everything in a chart, by ids of states and transitions. */
export interface Layout {
  width: number;
  height: number;
  /** States inside a collapsed state are missing. */
  states: Readonly<Record<string, Box>>;
  /** Transitions without a target have no line: their text is part of the state. */
  lines: Readonly<Record<string, Line>>;
  /** Keyed by the state that is entered, or by the history state whose default target it is. */
  starts: Readonly<Record<string, Start>>;
  /** States drawn closed: their children are hidden, and arrows to and from the children end at them. */
  collapsed: readonly string[];
}
