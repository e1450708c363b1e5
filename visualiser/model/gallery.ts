import type { Chart } from './chart.ts';

/** What the page knows of a machine: its chart, not its code. */
export interface GalleryMachine {
  /** Unique, and usable in an address. */
  key: string;
  /** File and export name. */
  at: string;
  chart: Chart;
  /** Keys of the machines in this gallery that run as actors, by the name of their logic. Logic that is no machine is absent. */
  actors: Readonly<Record<string, string>>;
  /** Its code is not beside the page, so that it cannot be simulated. */
  isDrawingOnly?: boolean;
  /** Lines of the file where its states and transitions are declared, by id; absent if unknown. */
  lines?: Readonly<Record<string, number>>;
  /** Lines of the same file where its actions are declared, by name. */
  actionLines?: Readonly<Record<string, number>>;
  /** Whether its layout was computed at build time; otherwise the page computes it. */
  isLaidOut: boolean;
}

/** All machines of a project, as plain data. */
export interface Gallery {
  /** Name of the project. */
  name: string;
  machines: readonly GalleryMachine[];
  /** Machines and modules that cannot be shown, each with the reason in one sentence. */
  problems?: readonly { at: string; message: string }[];
  /** Address that opens a file in an editor, with `{file}` and `{line}` in place of both. Only while it is served on this computer. */
  editor?: string;
}
