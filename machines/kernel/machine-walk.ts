import type { AnyStateMachine, EventObject } from 'xstate';

/** Something that can happen to a machine, also what an actor or a clock would say: `xstate.done.actor.save`. */
export type WalkEvent = EventObject & Record<string, unknown>;

/** Everything a machine can be told, with payloads that mean something: enough to reach every one of its states. */
export interface MachineWalk {
  machine: AnyStateMachine;
  input?: unknown;
  events: WalkEvent[];
  /** Ways to begin that chance would seldom find: walks go on from where these end as well. */
  beginnings?: WalkEvent[][];
  /** Tells states of the same name apart, where what they remember decides what may follow. */
  distinguish?: (context: never) => unknown;
}
