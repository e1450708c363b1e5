import type { AnyMachineSnapshot } from 'xstate';
import { activeStates } from '../model/ids.ts';
import type { RecordedEvent, RecordedState } from '../model/recording.ts';
import { machineOf, type RunningActor } from './actor-parts.ts';
import { recordedParts, recordedValue, unspoken } from './recorded-value.ts';
import { isSecretName } from './secret-names.ts';

/** Of which an actor that is no machine does not say what it knows. */
const OUTER = new Set(['status', 'output', 'error', '_subscription']);

export type Knowledge = Readonly<Record<string, unknown>>;
export type AnySnapshot = Readonly<Record<string, unknown>>;

/** What an actor knows: the context of a machine; input and context of any other. */
export function knowledgeOf(actor: RunningActor, snapshot: AnySnapshot): Knowledge {
  if (machineOf(actor)) return (snapshot.context ?? {}) as Knowledge;
  return Object.fromEntries(Object.entries(snapshot).filter(([key, value]) => !OUTER.has(key) && value !== undefined));
}

/** A machine says by keys what is secret; of any other actor its name may be all there is to say it. */
const isSecretActor = (actor: RunningActor) => !machineOf(actor) && isSecretName(actor.id);

function changes(actor: RunningActor, now: Knowledge, before: Knowledge): Pick<RecordedState, 'changed' | 'removed'> {
  const changed = Object.keys(now).filter((key) => !Object.hasOwn(before, key) || before[key] !== now[key]);
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(now, key));
  if (changed.length === 0 && removed.length === 0) return {};
  if (machineOf(actor)) {
    return { ...(changed.length > 0 && { changed: recordedParts(now, changed) }), ...(removed.length > 0 && { removed }) };
  }
  if (Object.keys(now).length === 0) return { removed: [''] };
  return { changed: { '': isSecretActor(actor) ? unspoken(now) : recordedValue(now) } };
}

/** Where an actor stands; of what it knows only what is another than before. */
export function recordedState(actor: RunningActor, snapshot: AnySnapshot, before: Knowledge): RecordedState {
  const { status, value, tags, output, error } = snapshot as Partial<AnyMachineSnapshot>;
  const said = isSecretActor(actor) ? unspoken : recordedValue;
  return {
    status: status ?? 'active',
    ...(machineOf(actor) && value !== undefined && { value, states: activeStates(snapshot as unknown as AnyMachineSnapshot) }),
    ...(tags && tags.size > 0 && { tags: [...tags] }),
    ...changes(actor, knowledgeOf(actor, snapshot), before),
    ...(output !== undefined && { output: said(output) }),
    ...(error !== undefined && { error: said(error) }),
  };
}

export function recordedEvent(event: { readonly type: string }, to: RunningActor): RecordedEvent {
  const { type } = event;
  if (isSecretActor(to)) {
    const parts = Object.entries(event).filter(([key]) => key !== 'type');
    return { type, ...Object.fromEntries(parts.map(([key, value]) => [key, unspoken(value)])) };
  }
  return { ...(recordedValue(event) as object), type };
}
