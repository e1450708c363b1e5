// Steps of a simulated machine and what is expected of it: plain data, fit for a file.
import type { StateValue } from 'xstate';
import type { Chart } from './chart.ts';
import type { RecordedEntry } from './recording.ts';

/**
 * A value as it is stored in a file. An object with the single key `~` stands for what JSON cannot express: `{ '~': 'date', text }`,
 * `{ '~': 'error', text }`, and `{ '~': 'machine', text }` for a machine of the gallery by its key.
 */
export type ScenarioValue = unknown;

export interface ScenarioEvent {
  type: string;
  [key: string]: ScenarioValue;
}

/**
 * One step of a simulation. Actors are named by the path of their ids from the root machine, such as `shell/tab`; the root machine is ``.
 * Actors spawned without an id are `~1`, `~2` in the order in which they were started below the same parent.
 */
export type Step =
  | { do: 'send'; to?: string; event: ScenarioEvent }
  /** A played actor completes. */
  | { do: 'resolve'; actor: string; output?: ScenarioValue }
  /** A played actor fails. A text becomes an `Error` with that message. */
  | { do: 'reject'; actor: string; error?: ScenarioValue }
  /** A played actor sends an event to its parent. */
  | { do: 'tell'; actor: string; event: ScenarioEvent }
  /** A played observable emits its next value. */
  | { do: 'emit'; actor: string; value?: ScenarioValue }
  /** A played observable completes. */
  | { do: 'complete'; actor: string }
  /** Time passes, in milliseconds. */
  | { do: 'pass'; ms: number }
  /** Time passes until the next delay has elapsed. */
  | { do: 'next' }
  /** From now on a guard has this result in all machines; without one, its own again. */
  | { do: 'guard'; guard: string; result?: boolean };

/** Expected state of an actor; absent fields may have any value. */
export interface Expectation {
  /** The root machine if absent. */
  actor?: string;
  value?: StateValue;
  /** Chart ids of states that must be active. */
  states?: readonly string[];
  status?: 'active' | 'done' | 'error' | 'gone';
  /** Every given key must have the given value; other keys may have any. */
  context?: Readonly<Record<string, ScenarioValue>>;
}

export type ScenarioStep = Step & {
  expect?: readonly Expectation[];
  /** Part of the message of the error that a machine must end with in this step. Without it no machine may fail. */
  fails?: string;
};

/** A scenario file, which is also a test. */
export interface Scenario {
  format: 'xstate-scenario';
  version: 1;
  title: string;
  /** Key of the machine in the gallery. */
  machine: string;
  input?: ScenarioValue;
  /** Names of machine logic that is played by hand instead of run. */
  play?: readonly string[];
  /** Expected before the first step. */
  expect?: readonly Expectation[];
  steps: readonly ScenarioStep[];
}

/** Which steps a played actor accepts. `any`: its logic is unknown. */
export type PlayedKind = 'promise' | 'callback' | 'observable' | 'events' | 'machine' | 'any';

export interface SimulatedMachine {
  /** See `Step`. */
  name: string;
  machine: string;
  print: string;
  status: 'active' | 'done' | 'error' | 'stopped';
  value: StateValue;
  states: readonly string[];
}

/** A running actor that is played by hand. */
export interface PlayedActor {
  name: string;
  /** The id that its parent gave it. */
  id: string;
  /** Name of the parent, see `Step`. */
  parent: string;
  kind: PlayedKind;
  /** Name of its logic. */
  src: string;
  /** The input it was started with, as data. */
  input: unknown;
  /** Outputs, errors and events that the parent's examples declare for it. */
  examples: { outputs: readonly ScenarioValue[]; errors: readonly ScenarioValue[]; events: readonly ScenarioEvent[] };
}

/** A guard that running machines name. */
export interface PlayedGuard {
  name: string;
  /** The result it has by hand; absent while it decides by itself. */
  result?: boolean;
}

/** A delay that has not elapsed. */
export interface PendingDelay {
  /** Name of the waiting actor. */
  actor: string;
  event: string;
  /** For a delayed transition: the name of the delay, and the id of the state. */
  delay?: string;
  state?: string;
  remainingMs: number;
}

/** What an event would do now. `fails`: a guard would throw. */
export type EventReception = 'taken' | 'refused' | 'fails';

export interface OfferedEvent {
  event: ScenarioEvent;
  reception: EventReception;
}

/** An event type that the current state of an actor handles, with example events, or one event without a payload. */
export interface EventOffer {
  actor: string;
  type: string;
  /** Handles more than one event type. */
  isWildcard: boolean;
  /** Whether examples were declared; otherwise the only event has nothing but its type. */
  hasExamples: boolean;
  events: readonly OfferedEvent[];
}

/** An action with an effect outside of the machines; it is listed instead of executed. */
export interface Effect {
  actor: string;
  /** Name of the action, or `inline`. */
  action: string;
  params?: unknown;
}

/** A step that could not be done, or an error it caused. */
export interface StepFault {
  /** `impossible`: the actor of the step does not exist or cannot do it. `error`: a machine ended with an error. */
  kind: 'impossible' | 'error';
  actor: string;
  message: string;
}

export interface Difference {
  actor: string;
  /** `value`, `states`, `status`, `fails`, or `context.` and a path into the context. */
  path: string;
  expected: unknown;
  actual: unknown;
}

/** Result of the start or of one step. */
export interface StepResult {
  /** Simulated milliseconds since the start, after the step. */
  now: number;
  /** `seq` of the step's last entry in the recording; 0 if it has none. */
  seq: number;
  effects: readonly Effect[];
  /** Types of the events that the root machine sent to its parent. */
  parentEvents: readonly string[];
  faults: readonly StepFault[];
  differences: readonly Difference[];
  /** Machines whose state changed. */
  changed: readonly SimulatedMachine[];
}

/** A simulation up to its last step: plain data. */
export interface SimulationState {
  now: number;
  /** The start first, then one result per step. */
  results: readonly StepResult[];
  machines: readonly SimulatedMachine[];
  playedActors: readonly PlayedActor[];
  pendingDelays: readonly PendingDelay[];
  guards: readonly PlayedGuard[];
  offers: readonly EventOffer[];
  entries: readonly RecordedEntry[];
  /** Charts of the running machines by their prints. */
  charts: Readonly<Record<string, Chart>>;
  /** The same run as a scenario file that expects the states reached. */
  scenario: Scenario;
}

/** Declared examples of a machine, as data: an input to start it with, and events it handles. */
export interface MachineExamples {
  input?: ScenarioValue;
  /** Also contains what its actors may send: `xstate.done.actor.save` with an output, `xstate.error.actor.save` with an error. */
  events: readonly ScenarioEvent[];
}

/** By the keys of the gallery. */
export type Examples = Readonly<Record<string, MachineExamples>>;
