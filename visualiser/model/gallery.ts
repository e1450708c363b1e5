import type { Chart } from './chart.ts';

/** A machine as the page knows it: what is drawn of it, not the machine itself. */
export interface GalleryMachine {
  /** Unique, and fit for an address. */
  key: string;
  /** File, and name in it. */
  at: string;
  chart: Chart;
  /** Which machine an actor is, by the name of its logic: keys of this gallery. Logic that is no machine is absent. */
  actors: Readonly<Record<string, string>>;
  /** Whether its layout was computed beforehand; otherwise the page computes it. */
  isLaidOut: boolean;
}

/** All machines of a project, as plain data. */
export interface Gallery {
  /** Name of the project. */
  name: string;
  machines: readonly GalleryMachine[];
}
