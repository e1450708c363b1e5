import type { AnyStateMachine } from 'xstate';

/** One machine that can be shown. Any XState v5 machine will do, whoever wrote it. */
export interface ShownMachine {
  /** Unique, and fit for an address: `workspace/tab`. */
  key: string;
  /** For people: `machines/workspace/tab.machine.ts tabMachine`. */
  at: string;
  machine: AnyStateMachine;
  /** Input with which it can be started, where it needs one. */
  input?: unknown;
  /** Events that may be sent to it, as examples. */
  events?: readonly { type: string; [key: string]: unknown }[];
}

/** The only thing the visualiser knows of a project: its machines. Whoever has others writes another source. */
export interface MachineSource {
  /** Name of the project. */
  name: string;
  machines(): Promise<readonly ShownMachine[]>;
}
