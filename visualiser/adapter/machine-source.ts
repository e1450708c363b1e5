import type { AnyStateMachine } from 'xstate';

/** One machine to show. Any XState v5 machine will do. */
export interface ShownMachine {
  /** Unique, and usable in an address: `workspace/tab`. */
  key: string;
  /** Shown to people: `machines/workspace/tab.machine.ts tabMachine`. */
  at: string;
  machine: AnyStateMachine;
  /** Example input, needed to start machines that require one. */
  input?: unknown;
  /** Example events. */
  events?: readonly { type: string; [key: string]: unknown }[];
}

/** All that the visualiser knows of a project. To show the machines of another project, implement this interface. */
export interface MachineSource {
  /** Name of the project. */
  name: string;
  machines(): Promise<readonly ShownMachine[]>;
}
