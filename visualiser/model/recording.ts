import type { StateValue } from 'xstate';
import type { Chart } from './chart.ts';

/** What was seen of actors while they ran: plain data, safe to give away. Secrets were taken out when it was recorded. */
export interface Recording {
  format: 'xstate-recording';
  version: 1;
  /** Of the page that was recorded. */
  title: string;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** Charts of machines that whoever opens it may not have, by their print. */
  charts?: Readonly<Record<string, Chart>>;
  /** In the order of their numbers. Whoever lives when it begins is born in it. */
  entries: readonly RecordedEntry[];
}

/** Names an actor as long as it lives, within one page load: XState's session id. */
export type ActorKey = string;

/**
 * A value as it was recorded. JSON says what it is; what JSON cannot say, or what must not be said, is an object of one key `~`:
 * `{ '~': 'redacted' }`, `{ '~': 'date', text }`, `{ '~': 'actor', text }`, `{ '~': 'function' }`, `{ '~': 'cut', text }` of what was too long or too deep.
 */
export type RecordedValue = null | boolean | number | string | readonly RecordedValue[] | { readonly [key: string]: RecordedValue };

export interface RecordedEvent {
  type: string;
  readonly [key: string]: RecordedValue;
}

export interface RecordedActor {
  key: ActorKey;
  /** The name its parent knows it by. */
  id: string;
  parent?: ActorKey;
  kind: 'machine' | 'promise' | 'callback' | 'observable' | 'transition' | 'other';
  machine?: {
    id: string;
    /** See `printOf`. */
    print: string;
  };
  /** It did not begin at its beginning, but where a snapshot kept earlier had left it. */
  isRestored: boolean;
}

/** Where an actor stands; of its context only what is another than in its last state. */
export interface RecordedState {
  status: 'active' | 'done' | 'error' | 'stopped';
  /** Of a machine. */
  value?: StateValue;
  /** Of a machine: ids of all states it is in. */
  states?: readonly string[];
  tags?: readonly string[];
  /** Keys of the context, or of an actor that is no machine the key `''` with all it knows. */
  changed?: Readonly<Record<string, RecordedValue>>;
  removed?: readonly string[];
  output?: RecordedValue;
  error?: RecordedValue;
}

/** `seq` counts up within a page load; `at` is milliseconds since the recording began. */
export type RecordedEntry = { seq: number; at: number } & (
  | { kind: 'born'; actor: RecordedActor; state: RecordedState }
  /** It is on its way; what it brings about follows as a step. */
  | { kind: 'event'; to: ActorKey; from?: ActorKey; event: RecordedEvent }
  /** An event was dealt with: `transitions` are the ids of all that were taken, in order. */
  | { kind: 'step'; actor: ActorKey; event: string; transitions: readonly string[]; state: RecordedState }
  | { kind: 'gone'; actor: ActorKey }
  /** So many entries were let go, because there were more than could be told. States after it are whole again. */
  | { kind: 'gap'; dropped: number }
);
