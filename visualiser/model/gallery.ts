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
  /** Whether its layout was computed at build time; otherwise the page computes it. */
  isLaidOut: boolean;
}

/** All machines of a project, as plain data. */
export interface Gallery {
  /** Name of the project. */
  name: string;
  machines: readonly GalleryMachine[];
}
