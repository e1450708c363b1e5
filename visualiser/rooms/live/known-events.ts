import type { Chart } from '../../model/chart.ts';
import type { RecordedEntry, RecordedValue } from '../../model/recording.ts';

/** An event type that a machine handles. */
export interface KnownEvent {
  type: string;
  /** Whether an active state has a transition for it. */
  isHandledNow: boolean;
}

/** Maximum number of example payloads. */
const MAX_EXAMPLES = 5;

/** Event types of a chart, those that the active states handle first. */
export function listKnownEvents({ transitions }: Chart, states: readonly string[]): KnownEvent[] {
  const known = new Map<string, boolean>();
  for (const { trigger, source } of transitions) {
    if (trigger.kind === 'event') known.set(trigger.event, known.get(trigger.event) === true || states.includes(source));
  }
  return [...known]
    .map(([type, isHandledNow]) => ({ type, isHandledNow }))
    .toSorted((a, b) => Number(b.isHandledNow) - Number(a.isHandledNow));
}

/** The payload as editable JSON; empty if the event has nothing but its type. */
function formatPayload({ type: _, ...payload }: Readonly<Record<string, RecordedValue>>): string {
  return Object.keys(payload).length === 0 ? '' : JSON.stringify(payload, undefined, 2);
}

/** Distinct payloads of an event type, newest first. */
export function listExamples(entries: readonly RecordedEntry[], type: string): string[] {
  const found = new Set<string>();
  for (let index = entries.length - 1; index >= 0 && found.size < MAX_EXAMPLES; index -= 1) {
    const entry = entries[index];
    if (entry?.kind === 'event' && entry.event.type === type) found.add(formatPayload(entry.event));
  }
  found.delete('');
  return [...found];
}

/** Last known state of an actor. */
export interface ActorStatus {
  id: string;
  print?: string;
  states: readonly string[];
  isGone: boolean;
}

/** Searches from the end, because the last entries decide. */
export function findActorStatus(entries: readonly RecordedEntry[], key: string): ActorStatus | undefined {
  let states: readonly string[] | undefined;
  let isGone = false;
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry?.kind === 'gone' && entry.actor === key && !states) isGone = true;
    if (entry?.kind === 'step' && entry.actor === key) states ??= entry.state.states ?? [];
    if (entry?.kind !== 'born' || entry.actor.key !== key) continue;
    const { id, machine } = entry.actor;
    return { id, ...(machine && { print: machine.print }), states: states ?? entry.state.states ?? [], isGone };
  }
  return undefined;
}
