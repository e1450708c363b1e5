import type { AnyStateMachine } from 'xstate';

/** One machine to show. */
export interface ShownMachine {
  /** Unique, and usable in an address: `workspace/tab`. */
  key: string;
  /** File and export, shown to people. */
  at: string;
  machine: AnyStateMachine;
  /** Example input, needed to start machines that require one. */
  input?: unknown;
  /** Example events. */
  events?: readonly { type: string; [key: string]: unknown }[];
}

/** A module that exports one of these gives its machines keys and examples. */
export interface MachineSource {
  /** Name of the project. */
  name: string;
  machines(): Promise<readonly ShownMachine[]>;
}
