// What is done with a machine that is only tried out, and what is expected of it: plain data, fit for a file.
import type { StateValue } from 'xstate';
import type { Chart } from './chart.ts';
import type { RecordedEntry } from './recording.ts';

/**
 * A value as it stands in a file. What JSON cannot say is an object of one key `~`: `{ '~': 'date', text }`, `{ '~': 'error', text }`,
 * and `{ '~': 'machine', text }` for a machine of the gallery by its key.
 */
export type GivenValue = unknown;

export interface GivenEvent {
  type: string;
  [key: string]: GivenValue;
}

/**
 * One thing that happens. Actors are named by their ids from the machine downwards, `shell/tab`; the machine itself has the name ``.
 * An actor that was spawned without an id is `~1`, `~2` in the order of their births below the same parent.
 */
export type Step =
  | { do: 'send'; to?: string; event: GivenEvent }
  /** A played actor ends well. */
  | { do: 'resolve'; actor: string; output?: GivenValue }
  /** A played actor fails. A text becomes an `Error` with that message. */
  | { do: 'reject'; actor: string; error?: GivenValue }
  /** A played actor says something to who started it. */
  | { do: 'tell'; actor: string; event: GivenEvent }
  /** A played observable has a next value. */
  | { do: 'emit'; actor: string; value?: GivenValue }
  /** A played observable has no more values. */
  | { do: 'complete'; actor: string }
  /** Time goes by, in milliseconds. */
  | { do: 'pass'; ms: number }
  /** Time goes by until the next delay is over. */
  | { do: 'next' };

/** How an actor must stand; what is absent may be anything. */
export interface Expectation {
  /** The machine itself where it is absent. */
  actor?: string;
  value?: StateValue;
  /** Ids of states it must be in, as they stand in its chart. */
  states?: readonly string[];
  status?: 'active' | 'done' | 'error' | 'gone';
  /** Every key given must be there with that value; keys that are not given may have any. */
  context?: Readonly<Record<string, GivenValue>>;
}

export type ScenarioStep = Step & {
  expect?: readonly Expectation[];
  /** Words of the error with which a machine ends in this step. Without them it must not end so. */
  fails?: string;
};

/** A file, which is also a test. */
export interface Scenario {
  format: 'xstate-scenario';
  version: 1;
  title: string;
  /** Key of the machine in the gallery. */
  machine: string;
  input?: GivenValue;
  /** Machines that are not run but played by hand: the names by which machines start them. */
  play?: readonly string[];
  /** How everything stands before the first step. */
  expect?: readonly Expectation[];
  steps: readonly ScenarioStep[];
}

/** How an actor that is played may be played. `any`: nobody knows what logic it has. */
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

/** A played actor that has not ended. */
export interface PlayedActor {
  name: string;
  /** The id its parent knows it by. */
  id: string;
  /** The name of its parent. */
  parent: string;
  kind: PlayedKind;
  /** The name of its logic. */
  src: string;
  /** What it was started with, as data. */
  input: unknown;
  /** What it may say, as who started it has it in its examples. */
  examples: { outputs: readonly GivenValue[]; errors: readonly GivenValue[]; events: readonly GivenEvent[] };
}

/** A delay that is not over. */
export interface WaitingDelay {
  /** Who waits. */
  actor: string;
  event: string;
  /** Of a delayed transition: the delay as it is named, and the id of the state. */
  delay?: string;
  state?: string;
  /** Milliseconds. */
  left: number;
}

/** What an event would do now. `fails`: a guard would throw. */
export type Reception = 'taken' | 'refused' | 'fails';

export interface OfferedEvent {
  event: GivenEvent;
  reception: Reception;
}

/** A type of events that the current state of an actor knows, with examples of it, or one without a payload. */
export interface Offer {
  actor: string;
  type: string;
  /** Takes more than one type of events. */
  isWildcard: boolean;
  /** Whether somebody said what it looks like; otherwise there is one event of nothing but its type. */
  hasExamples: boolean;
  events: readonly OfferedEvent[];
}

/** Something that would have been done outside of the machines. */
export interface Deed {
  actor: string;
  /** Name of the action; `inline` where it has none. */
  action: string;
  params?: unknown;
}

/** Why a step did not do what it should, or what broke in it. */
export interface Fault {
  /** `impossible`: there was nobody to do it with. `error`: a machine ended with an error. */
  kind: 'impossible' | 'error';
  actor: string;
  message: string;
}

export interface Difference {
  actor: string;
  /** `value`, `states`, `status`, `fails`, or `context.` and the way into it. */
  at: string;
  expected: unknown;
  found: unknown;
}

/** What came of a step, or of the start. */
export interface StepResult {
  /** Simulated milliseconds since the start, after it. */
  now: number;
  /** Number of the last entry of the recording that belongs to it; 0 where it has none. */
  seq: number;
  deeds: readonly Deed[];
  /** Types of the events that the machine told whoever started it. */
  told: readonly string[];
  faults: readonly Fault[];
  differences: readonly Difference[];
  /** Machines that stand otherwise than before. */
  changed: readonly SimulatedMachine[];
}

/** A simulation as far as it went: plain data. */
export interface Simulated {
  now: number;
  /** The start first, then one for every step. */
  results: readonly StepResult[];
  machines: readonly SimulatedMachine[];
  played: readonly PlayedActor[];
  waiting: readonly WaitingDelay[];
  offers: readonly Offer[];
  entries: readonly RecordedEntry[];
  /** Of the machines that run, by their prints. */
  charts: Readonly<Record<string, Chart>>;
  /** The same run as a file, with the states it reached. */
  scenario: Scenario;
}

/** What somebody declared of a machine, as data: input with which it can be started, and events that mean something to it. */
export interface MachineExamples {
  input?: GivenValue;
  /** Also what its actors may say: `xstate.done.actor.save` with an output, `xstate.error.actor.save` with an error. */
  events: readonly GivenEvent[];
}

/** By the keys of the gallery. */
export type Examples = Readonly<Record<string, MachineExamples>>;
