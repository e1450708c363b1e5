import type { Box, Point } from '../model/chart.ts';
import type { Look } from './looks.ts';

/** A shape of a drawing, independent of how it is shown. Numbers are CSS pixels. */
export type Shape =
  | { kind: 'rect'; x: number; y: number; width: number; height: number; radius: number; look: Look }
  | { kind: 'circle'; x: number; y: number; radius: number; look: Look }
  /** `at` is the origin of the path, by default the corner of the drawing. */
  | { kind: 'path'; d: string; at?: Point; look: Look }
  /** `width` is the width that the layout reserved. */
  | { kind: 'text'; x: number; y: number; width: number; text: string; look: Look };

/** Shapes of one state or one transition. */
export interface Group {
  /** Id of the state or transition. */
  id: string;
  of: 'state' | 'transition';
  /** Only for transitions: the source state as it is drawn. */
  source?: string;
  /** Accessible name. */
  name: string;
  description?: string;
  /** `active`, `taken`, `chosen` and so on, used in class names. */
  status: readonly string[];
  /** Box of the state, or of the transition's label. */
  box: Box;
  /** Only for states with children: whether they are hidden. */
  isClosed?: boolean;
  shapes: readonly Shape[];
}

export interface Drawing {
  width: number;
  height: number;
  name: string;
  description?: string;
  /** Outer states first. The texts of a state are part of its group. */
  states: readonly Group[];
  /** Lines and arrow heads; initial arrows have no transition. */
  lines: readonly { transition?: string; shapes: readonly Shape[] }[];
  /** Labels of transitions. */
  transitions: readonly Group[];
}
