import type { AnyMachineSnapshot } from 'xstate';
import { listActiveStates } from '../model/ids.ts';
import type { RecordedEvent, RecordedState } from '../model/recording.ts';
import { getMachine, type RunningActor } from './actor-parts.ts';
import { redactValue, toRecordedParts, toRecordedValue } from './recorded-value.ts';
import { isSecretName } from './secret-names.ts';

/** Keys of an actor's snapshot that are not its data. */
const SNAPSHOT_FIELDS = new Set(['status', 'output', 'error', '_subscription']);

export type ActorData = Readonly<Record<string, unknown>>;
export type AnySnapshot = Readonly<Record<string, unknown>>;

/** Data of an actor: the context of a machine; input and context of any other actor. */
export function getActorData(actor: RunningActor, snapshot: AnySnapshot): ActorData {
  if (getMachine(actor)) return (snapshot.context ?? {}) as ActorData;
  return Object.fromEntries(Object.entries(snapshot).filter(([key, value]) => !SNAPSHOT_FIELDS.has(key) && value !== undefined));
}

/** Data of machines is redacted by key; for any other actor, its id may be the only hint at a secret. */
const isSecretActor = (actor: RunningActor) => !getMachine(actor) && isSecretName(actor.id);

function findChanges(actor: RunningActor, current: ActorData, before: ActorData): Pick<RecordedState, 'changed' | 'removed'> {
  const changed = Object.keys(current).filter((key) => !Object.hasOwn(before, key) || before[key] !== current[key]);
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(current, key));
  if (changed.length === 0 && removed.length === 0) return {};
  if (getMachine(actor)) {
    return { ...(changed.length > 0 && { changed: toRecordedParts(current, changed) }), ...(removed.length > 0 && { removed }) };
  }
  if (Object.keys(current).length === 0) return { removed: [''] };
  return { changed: { '': isSecretActor(actor) ? redactValue(current) : toRecordedValue(current) } };
}

/** State of an actor; of its data, only what changed. */
export function toRecordedState(actor: RunningActor, snapshot: AnySnapshot, before: ActorData): RecordedState {
  const { status, value, tags, output, error } = snapshot as Partial<AnyMachineSnapshot>;
  const toData = isSecretActor(actor) ? redactValue : toRecordedValue;
  return {
    status: status ?? 'active',
    ...(getMachine(actor) && value !== undefined && { value, states: listActiveStates(snapshot as unknown as AnyMachineSnapshot) }),
    ...(tags && tags.size > 0 && { tags: [...tags] }),
    ...findChanges(actor, getActorData(actor, snapshot), before),
    ...(output !== undefined && { output: toData(output) }),
    ...(error !== undefined && { error: toData(error) }),
  };
}

export function toRecordedEvent(event: { readonly type: string }, to: RunningActor): RecordedEvent {
  const { type } = event;
  if (isSecretActor(to)) {
    const parts = Object.entries(event).filter(([key]) => key !== 'type');
    return { type, ...Object.fromEntries(parts.map(([key, value]) => [key, redactValue(value)])) };
  }
  return { ...(toRecordedValue(event) as object), type };
}
