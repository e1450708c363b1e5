import type { StateValue } from 'xstate';
import type { Chart } from './chart.ts';

/** What happened to actors while they ran: plain data, safe to share. Secrets were removed when it was recorded. */
export interface Recording {
  format: 'xstate-recording';
  version: 1;
  /** Title of the page that was recorded. */
  title: string;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** Charts of the recorded machines by their print, for readers that do not have them. */
  charts?: Readonly<Record<string, Chart>>;
  /** Ordered by `seq`. Actors that already run at the start appear in a `born` entry. */
  entries: readonly RecordedEntry[];
}

/** Identifies an actor within one page load: XState's session id. */
export type ActorKey = string;

/**
 * A value as it was recorded: JSON, where an object with the single key `~` stands for what JSON cannot express or must not show:
 * `{ '~': 'redacted' }`, `{ '~': 'date', text }`, `{ '~': 'actor', text }`, `{ '~': 'function' }`, and `{ '~': 'cut', text }` for what
 * was too long or too deep.
 */
export type RecordedValue = null | boolean | number | string | readonly RecordedValue[] | { readonly [key: string]: RecordedValue };

export interface RecordedEvent {
  type: string;
  readonly [key: string]: RecordedValue;
}

export interface RecordedActor {
  key: ActorKey;
  /** The id that its parent gave it. */
  id: string;
  parent?: ActorKey;
  kind: 'machine' | 'promise' | 'callback' | 'observable' | 'transition' | 'other';
  machine?: {
    id: string;
    /** See `computePrint`. */
    print: string;
  };
  /** Whether it was started from a stored snapshot. */
  isRestored: boolean;
}

/** State of an actor; of its context, only the keys that changed since its last state. */
export interface RecordedState {
  status: 'active' | 'done' | 'error' | 'stopped';
  /** Only for machines. */
  value?: StateValue;
  /** Only for machines: ids of all active states. */
  states?: readonly string[];
  tags?: readonly string[];
  /** Changed keys of the context; for an actor that is no machine, the key `''` holds its whole snapshot. */
  changed?: Readonly<Record<string, RecordedValue>>;
  removed?: readonly string[];
  output?: RecordedValue;
  error?: RecordedValue;
}

/** `seq` counts up within a page load; `at` is milliseconds since the recording began. */
export type RecordedEntry = { seq: number; at: number } & (
  | { kind: 'born'; actor: RecordedActor; state: RecordedState }
  /** An event was sent; what it causes follows as a step. */
  | { kind: 'event'; to: ActorKey; from?: ActorKey; event: RecordedEvent }
  /** An event was processed: `transitions` are the ids of all transitions taken, in order. */
  | { kind: 'step'; actor: ActorKey; event: string; transitions: readonly string[]; state: RecordedState }
  | { kind: 'gone'; actor: ActorKey }
  /** So many entries were dropped because there were too many to send. Contexts after it are complete again. */
  | { kind: 'gap'; dropped: number }
);
