// What a drawing says to who does not see it, where nobody says it better.

import type { TextBlock } from '../layout/text-flow.ts';
import type { ChartState, ChartTransition } from '../model/chart.ts';

/** Names for readers: of a state and of a transition, each with its text as it is drawn. The name of what can be pressed has to hold it. */
export interface DrawingNames {
  state(state: ChartState, text: string): string;
  transition(transition: ChartTransition, text: string): string;
  /** The name of what was not reached, made of the name it has anyway. */
  unreached?(name: string): string;
}

const lastKey = (id: string) => id.slice(id.lastIndexOf('.') + 1);

const WORDS: Record<ChartTransition['trigger']['kind'], string> = {
  event: '',
  wildcard: '',
  always: '',
  delay: 'after ',
  done: 'done: ',
  error: 'error: ',
  snapshot: 'snapshot: ',
  stateDone: '',
};

export const plainNames: DrawingNames = {
  state: ({ key, kind }) => (kind === 'atomic' || kind === 'compound' ? key : `${key} (${kind})`),
  transition: ({ trigger, targets }, text) =>
    `${WORDS[trigger.kind]}${text}${targets.length > 0 ? ` → ${targets.map(lastKey).join(', ')}` : ''}`,
};

export const textOf = ({ rows }: TextBlock): string => rows.flatMap(({ words }) => words.map(({ text }) => text)).join(' ');
