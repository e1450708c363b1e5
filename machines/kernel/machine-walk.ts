import type { AnyStateMachine, EventObject } from 'xstate';

/** An event sent to a machine, including events of actors and delays: `xstate.done.actor.save`. */
export type WalkEvent = EventObject & Record<string, unknown>;

/** The events of a machine with meaningful payloads, enough to reach every one of its states. */
export interface MachineWalk {
  machine: AnyStateMachine;
  input?: unknown;
  events: WalkEvent[];
  /** Event sequences that random walks seldom find; walks also continue from where these end. */
  beginnings?: WalkEvent[][];
  /** Distinguishes states of the same name when the context decides which transitions are possible. */
  distinguish?: (context: never) => unknown;
}
