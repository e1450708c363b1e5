// Default accessible names of the parts of a drawing.

import type { TextBlock } from '../layout/text-flow.ts';
import type { ChartState, ChartTransition } from '../model/chart.ts';

/** Accessible names of states and transitions. `text` is the visible text; WCAG requires that the name of a button contains it. */
export interface DrawingNames {
  state(state: ChartState, text: string): string;
  transition(transition: ChartTransition, text: string): string;
  /** The name of a part that was not reached. */
  unreached?(name: string): string;
}

const toLastKey = (id: string) => id.slice(id.lastIndexOf('.') + 1);

const TRIGGER_PREFIXES: Record<ChartTransition['trigger']['kind'], string> = {
  event: '',
  wildcard: '',
  always: '',
  delay: 'after ',
  done: 'done: ',
  error: 'error: ',
  snapshot: 'snapshot: ',
  stateDone: '',
};

export const defaultNames: DrawingNames = {
  state: ({ key, kind }) => (kind === 'atomic' || kind === 'compound' ? key : `${key} (${kind})`),
  transition: ({ trigger, targets }, text) =>
    `${TRIGGER_PREFIXES[trigger.kind]}${text}${targets.length > 0 ? ` → ${targets.map(toLastKey).join(', ')}` : ''}`,
};

export const toText = ({ rows }: TextBlock): string => rows.flatMap(({ words }) => words.map(({ text }) => text)).join(' ');
