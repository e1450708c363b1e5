import type { Chart } from '../../model/chart.ts';
import type { RecordedEntry, RecordedValue } from '../../model/recording.ts';

/** An event a machine knows. */
export interface KnownEvent {
  type: string;
  /** Whether a state it is in now has a transition for it. */
  isNow: boolean;
}

/** How many payloads of one type are offered. */
const MOST_EXAMPLES = 5;

/** Types of the events of a chart, those first that a machine in these states takes now. */
export function knownEvents({ transitions }: Chart, states: readonly string[]): KnownEvent[] {
  const known = new Map<string, boolean>();
  for (const { trigger, source } of transitions) {
    if (trigger.kind === 'event') known.set(trigger.event, known.get(trigger.event) === true || states.includes(source));
  }
  return [...known].map(([type, isNow]) => ({ type, isNow })).toSorted((a, b) => Number(b.isNow) - Number(a.isNow));
}

/** An event as it is written into the editor: JSON without its type; nothing where it has none else. */
function payloadText({ type: _, ...payload }: Readonly<Record<string, RecordedValue>>): string {
  return Object.keys(payload).length === 0 ? '' : JSON.stringify(payload, undefined, 2);
}

/** Different payloads of events of a type, the newest first. */
export function examplesOf(entries: readonly RecordedEntry[], type: string): string[] {
  const found = new Set<string>();
  for (let at = entries.length - 1; at >= 0 && found.size < MOST_EXAMPLES; at -= 1) {
    const entry = entries[at];
    if (entry?.kind === 'event' && entry.event.type === type) found.add(payloadText(entry.event));
  }
  found.delete('');
  return [...found];
}

/** An actor as it stands at the end of a log. */
export interface Standing {
  id: string;
  print?: string;
  states: readonly string[];
  isGone: boolean;
}

/** Read from the end: the last word of it decides. */
export function standingOf(entries: readonly RecordedEntry[], key: string): Standing | undefined {
  let states: readonly string[] | undefined;
  let isGone = false;
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const entry = entries[at];
    if (entry?.kind === 'gone' && entry.actor === key && !states) isGone = true;
    if (entry?.kind === 'step' && entry.actor === key) states ??= entry.state.states ?? [];
    if (entry?.kind !== 'born' || entry.actor.key !== key) continue;
    const { id, machine } = entry.actor;
    return { id, ...(machine && { print: machine.print }), states: states ?? entry.state.states ?? [], isGone };
  }
  return undefined;
}
