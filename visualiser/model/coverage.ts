/** How a machine was run: for real in a test (`unit`), computed step by step along paths (`paths`), or in a browser (`browser`). */
export type Suite = 'unit' | 'paths' | 'browser';

/** One suite, or all of them together. */
export type SuiteFilter = Suite | 'all';

/** Ids of active states and taken transitions; each once, sorted. */
export interface Reached {
  states: readonly string[];
  transitions: readonly string[];
}

/** What one machine reached. The machine is identified by its id and print, because its file is not known where it runs. */
export interface Sighting extends Reached {
  /** Id of the machine. */
  id: string;
  /** See `computePrint`. */
  print: string;
  suite: Suite;
}

/** What one test file reached. */
export interface CoveragePart {
  /** The test file, relative to the root of the project. */
  file: string;
  sightings: readonly Sighting[];
}

export interface MachineCoverage {
  /** Key of the machine in the gallery. */
  key: string;
  /** Print of the machine when it was measured: after a change of the machine, the measurement no longer applies. */
  print: string;
  suites: Readonly<Record<Suite, Reached>>;
}

/** What the tests reached of all machines of a gallery. */
export interface Coverage {
  format: 'machine-coverage';
  version: 1;
  /** Number of existing test files, and how many of them have reported what they reached. */
  files: { all: number; told: number };
  machines: readonly MachineCoverage[];
}
