/**
 * What reached something: a machine that ran in a test (`unit`), one that was only computed, step by step, along paths (`paths`), or one
 * that ran in a page of a browser (`browser`).
 */
export type Suite = 'unit' | 'paths' | 'browser';

/** Of one kind of tests, or of all of them together. */
export type Reader = Suite | 'all';

/** Ids of states that a machine stood in, and of transitions that it took; each once, in order. */
export interface Reached {
  states: readonly string[];
  transitions: readonly string[];
}

/** Of one machine, as somebody saw it who does not know where it comes from. */
export interface Sighting extends Reached {
  /** Of the machine. */
  id: string;
  /** See `printOf`. */
  print: string;
  suite: Suite;
}

/** What one file of tests reached. */
export interface CoveragePart {
  /** Of the test, from the root of the project. */
  file: string;
  sightings: readonly Sighting[];
}

export interface MachineCoverage {
  /** Of the gallery. */
  key: string;
  /** Of the machine when it was measured: one that was changed since is measured no more. */
  print: string;
  suites: Readonly<Record<Suite, Reached>>;
}

/** What the tests reached of all machines of a gallery. */
export interface Coverage {
  format: 'machine-coverage';
  version: 1;
  /** Files of tests that are there, and how many of them told what they reached. */
  files: { all: number; told: number };
  machines: readonly MachineCoverage[];
}
