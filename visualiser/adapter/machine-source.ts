import type { AnyStateMachine } from 'xstate';

/** Where the code of a machine is, so that a page can run it. */
export interface MachineCode {
  /** The module, as an absolute path. */
  file: string;
  /** Names of the export and of its members that lead to the machine, or to a machine source. */
  path: readonly string[];
  /** Key of the machine, where the path leads to a machine source. */
  key?: string;
}

/** One machine to show. Any XState v5 machine will do. */
export interface ShownMachine {
  /** Unique, and usable in an address: `workspace/tab`. */
  key: string;
  /** Shown to people: `machines/workspace/tab.machine.ts tabMachine`. */
  at: string;
  machine: AnyStateMachine;
  /** Absent for a machine that can be drawn but not simulated. */
  code?: MachineCode;
  /** Example input, needed to start machines that require one. */
  input?: unknown;
  /** Example events. */
  events?: readonly { type: string; [key: string]: unknown }[];
}

/** A machine or module that cannot be shown, and why, in one sentence. */
export interface Problem {
  at: string;
  message: string;
}

/** All that the visualiser knows of a project. To show the machines of another project, implement this interface. */
export interface MachineSource {
  /** Name of the project. */
  name: string;
  machines(): Promise<readonly ShownMachine[]>;
  /** What could not be read; asked after `machines`. */
  problems?(): readonly Problem[];
}
