import type { Box, Point } from '../model/chart.ts';
import type { Look } from './looks.ts';

/** A drawing as a tree of shapes: whoever shows it decides how. Numbers are CSS pixels. */
export type Shape =
  | { kind: 'rect'; x: number; y: number; width: number; height: number; radius: number; look: Look }
  | { kind: 'circle'; x: number; y: number; radius: number; look: Look }
  /** `at` is where its origin stands, if not in the corner of the drawing. */
  | { kind: 'path'; d: string; at?: Point; look: Look }
  /** `width` is what the layout made room for. */
  | { kind: 'text'; x: number; y: number; width: number; text: string; look: Look };

/** What belongs to one state or transition. */
export interface Group {
  /** Of the state or the transition. */
  id: string;
  of: 'state' | 'transition';
  /** Of a transition: the state it leads away from, as it is drawn. */
  source?: string;
  /** For who does not see it. */
  name: string;
  description?: string;
  /** How it stands there: `active`, `taken`, `chosen` and the like, for styles. */
  status: readonly string[];
  /** Of a state itself, of a transition its label. */
  box: Box;
  /** Of a state that holds others: whether they are hidden. */
  isClosed?: boolean;
  shapes: readonly Shape[];
}

export interface Drawing {
  width: number;
  height: number;
  name: string;
  description?: string;
  /** From the outside to the inside. What a state says stands in it. */
  states: readonly Group[];
  /** Arrows without their labels, by the transition they are of; those of initial states are nobody's. */
  lines: readonly { transition?: string; shapes: readonly Shape[] }[];
  /** Labels of arrows. */
  transitions: readonly Group[];
}
