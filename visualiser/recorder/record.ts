import type { AnyActorRef, AnyStateMachine, InspectionEvent } from 'xstate';
import { computeMachinePrint, toTakenTransitionId, type XStateTransition } from '../model/ids.ts';
import type { RecordedEntry } from '../model/recording.ts';
import {
  getActorKey,
  getChildren,
  getMachine,
  hasStopped,
  nameSystem,
  type RunningActor,
  toActorRef,
  toRecordedActor,
  toRunningActor,
} from './actor-parts.ts';
import { type ActorData, type AnySnapshot, getActorData, toRecordedEvent, toRecordedState } from './recorded-state.ts';

/** Pending entries; when there are more, the oldest are dropped. */
const MAX_PENDING = 5000;
/** Limits of one batch in entries and in time, so that recording does not make the page stutter. */
const MAX_BATCH = 500;
const MAX_BATCH_MS = 4;
const FLUSH_DELAY_MS = 100;
/** After a batch the page has this many times as long for itself, including what it costs to send the batch. */
const REST_PER_BATCH = 10;
const MAX_FLUSH_DELAY_MS = 500;
/** A recorder that is more batches behind than this drops the oldest entries, because it would never catch up. */
const MAX_BATCHES_BEHIND = 40;

export interface RecorderOptions {
  /** Milliseconds of any clock. */
  now: () => number;
  /** Zero point of the entries' times, by the same clock; now by default. */
  since?: number;
  onEntries: (entries: readonly RecordedEntry[]) => void;
  /** Name of the root, where several roots are recorded together. */
  name?: string;
  /** Recorders with the same object number their entries together. */
  numbers?: object;
  /** Calls back once, after about so many milliseconds. */
  scheduleFlush?: (flush: () => void, delayMs: number) => void;
}

export interface Recorder {
  /** Emits everything that has happened, or as much of it as fits into a time. */
  flush(budgetMs?: number): void;
  /** Emits nothing more, not even pending entries. */
  stop(): void;
  /** The running actor with that key. */
  findActor(key: string): AnyActorRef | undefined;
  /** A recorded machine, by its print. */
  findMachine(print: string): AnyStateMachine | undefined;
}

/** Holds references only: their content is read when the entry is emitted. */
type PendingEntry = { at: number } & (
  | { kind: 'born'; actor: RunningActor; snapshot: AnySnapshot }
  | { kind: 'gone'; actor: RunningActor; snapshot: AnySnapshot }
  | { kind: 'step'; actor: RunningActor; snapshot: AnySnapshot; event: string; transitions: readonly XStateTransition[] }
  | { kind: 'event'; to: RunningActor; from: RunningActor | undefined; event: { type: string } }
);

interface TrackedActor {
  /** The last snapshot that was recorded. */
  snapshot: AnySnapshot;
  /** Transitions taken since that snapshot. */
  transitions: XStateTransition[];
  /** Type of the event it is processing. */
  event: string;
  /** Whether its step was recorded before XState reported it. */
  isStepRecordedEarly: boolean;
}

/** Numbers continue when the same root is recorded again, or another one of the same page. */
const lastNumbers = new WeakMap<object, number>();

const GONE: unique symbol = Symbol('untold');
type Gone = typeof GONE;

const createTracked = (snapshot: AnySnapshot): TrackedActor => ({ snapshot, transitions: [], event: '', isStepRecordedEarly: false });

/**
 * Records an actor and all actors below it from this call on, starting with those that exist; the root may be started before or after.
 * While recording, the page pays for little more than a list of references.
 */
export function record(
  root: AnyActorRef,
  {
    now,
    since = now(),
    onEntries,
    name,
    numbers = root,
    scheduleFlush = (flush, delayMs) => void setTimeout(flush, delayMs),
  }: RecorderOptions,
): Recorder {
  if (name !== undefined) nameSystem(toRunningActor(root), name);
  const trackedActors = new Map<RunningActor, TrackedActor>();
  const goneActors = new WeakSet<RunningActor>();
  const machines = new Map<string, AnyStateMachine>();
  /** Data of each actor as it was last emitted. */
  const recordedData = new Map<RunningActor, ActorData>();
  const droppedStates = new Map<RunningActor, AnySnapshot | Gone>();
  let pending: PendingEntry[] = [];
  let firstPending = 0;
  let droppedCount = 0;
  let isScheduled = false;
  let isStopped = false;
  /** Milliseconds that the last batch took. */
  let lastCost = 0;

  const elapsed = () => Math.round((now() - since) * 10) / 10;

  function requestFlush() {
    if (isScheduled || isStopped) return;
    isScheduled = true;
    scheduleFlush(
      () => {
        isScheduled = false;
        if (!isStopped) emitPending(MAX_BATCH, MAX_BATCH_MS);
      },
      Math.min(MAX_FLUSH_DELAY_MS, Math.max(FLUSH_DELAY_MS, lastCost * REST_PER_BATCH)),
    );
  }

  function drop(entry: PendingEntry) {
    droppedCount += 1;
    if (entry.kind === 'event') return;
    const { kind, actor, snapshot } = entry;
    droppedStates.set(actor, kind === 'gone' ? GONE : snapshot);
  }

  function dropOldest() {
    const oldest = pending[firstPending];
    if (oldest) drop(oldest);
    firstPending += 1;
  }

  function push(entry: PendingEntry) {
    if (pending.length - firstPending >= MAX_PENDING) {
      dropOldest();
      if (firstPending >= MAX_PENDING) {
        pending = pending.slice(firstPending);
        firstPending = 0;
      }
    }
    pending.push(entry);
    requestFlush();
  }

  /** Adds an actor that was not seen before, its parents first. */
  function track(actor: RunningActor): TrackedActor | undefined {
    const known = trackedActors.get(actor);
    if (known || goneActors.has(actor)) return known;
    const snapshot = actor.getSnapshot() as AnySnapshot | undefined;
    if (!snapshot) return undefined;
    if (actor._parent) track(actor._parent);
    const tracked = createTracked(snapshot);
    trackedActors.set(actor, tracked);
    push({ kind: 'born', at: elapsed(), actor, snapshot });
    return tracked;
  }

  function markGone(actor: RunningActor, { snapshot }: TrackedActor) {
    trackedActors.delete(actor);
    goneActors.add(actor);
    push({ kind: 'gone', at: elapsed(), actor, snapshot });
  }

  function pushStep(actor: RunningActor, tracked: TrackedActor, snapshot: AnySnapshot, event: string) {
    push({ kind: 'step', at: elapsed(), actor, snapshot, event, transitions: tracked.transitions });
    tracked.snapshot = snapshot;
    tracked.transitions = [];
  }

  /** XState reports the last step of an actor after its consequences, and never reports one that threw. */
  function pushMissedStep(actor: RunningActor) {
    const tracked = trackedActors.get(actor);
    const snapshot = actor.getSnapshot() as AnySnapshot | undefined;
    if (!tracked || !snapshot || snapshot === tracked.snapshot) return;
    pushStep(actor, tracked, snapshot, tracked.event);
    tracked.isStepRecordedEarly = true;
    if (snapshot.status === 'error') markGone(actor, tracked);
  }

  /** Transitions of machines that are still being created. */
  const earlyTransitions = new WeakMap<RunningActor, XStateTransition[]>();

  function handleInspection(inspection: InspectionEvent) {
    const actor = toRunningActor(inspection.actorRef);
    if (inspection.type === '@xstate.event') {
      const from = inspection.sourceRef ? toRunningActor(inspection.sourceRef) : undefined;
      if (from) pushMissedStep(from);
      const tracked = track(actor);
      if (tracked) tracked.event = inspection.event.type;
      push({ kind: 'event', at: elapsed(), to: actor, from, event: inspection.event });
    } else if (inspection.type === '@xstate.microstep') {
      const transitions = (inspection._transitions ?? []) as unknown as XStateTransition[];
      const tracked = trackedActors.get(actor);
      if (tracked) {
        if (tracked.transitions.length === 0) tracked.event = inspection.event.type;
        tracked.transitions.push(...transitions);
      } else if (!goneActors.has(actor)) earlyTransitions.set(actor, [...(earlyTransitions.get(actor) ?? []), ...transitions]);
    } else if (inspection.type === '@xstate.snapshot') {
      const tracked = track(actor);
      if (!tracked) return;
      const snapshot = inspection.snapshot as unknown as AnySnapshot;
      tracked.transitions.unshift(...(earlyTransitions.get(actor) ?? []));
      earlyTransitions.delete(actor);
      if (tracked.isStepRecordedEarly && snapshot === tracked.snapshot) tracked.isStepRecordedEarly = false;
      else pushStep(actor, tracked, snapshot, inspection.event.type);
      if (snapshot.status !== 'active') markGone(actor, tracked);
    }
  }

  const nextNumber = () => {
    const number = (lastNumbers.get(numbers) ?? 0) + 1;
    lastNumbers.set(numbers, number);
    return number;
  };

  function createBornEntry(actor: RunningActor, snapshot: AnySnapshot, when: number): RecordedEntry {
    const machine = getMachine(actor);
    if (machine) machines.set(computeMachinePrint(machine), machine);
    recordedData.set(actor, getActorData(actor, snapshot));
    return { seq: nextNumber(), at: when, kind: 'born', actor: toRecordedActor(actor), state: toRecordedState(actor, snapshot, {}) };
  }

  function createGoneEntries(actor: RunningActor, when: number): RecordedEntry[] {
    return recordedData.delete(actor) ? [{ seq: nextNumber(), at: when, kind: 'gone', actor: getActorKey(actor) }] : [];
  }

  function toEntries(entry: PendingEntry): RecordedEntry[] {
    const when = entry.at;
    if (entry.kind === 'event') {
      const { to, from, event } = entry;
      const sender = from && { from: getActorKey(from) };
      return [{ seq: nextNumber(), at: when, kind: 'event', to: getActorKey(to), ...sender, event: toRecordedEvent(event, to) }];
    }
    const { actor, snapshot } = entry;
    if (entry.kind === 'born') return [createBornEntry(actor, snapshot, when)];
    if (entry.kind === 'gone') return createGoneEntries(actor, when);
    const before = recordedData.get(actor) ?? {};
    recordedData.set(actor, getActorData(actor, snapshot));
    const transitions = entry.transitions.flatMap((transition) => toTakenTransitionId(transition) ?? []);
    const state = toRecordedState(actor, snapshot, before);
    return [{ seq: nextNumber(), at: when, kind: 'step', actor: getActorKey(actor), event: entry.event, transitions, state }];
  }

  /** Entries for what was dropped: the gap, and the last dropped state of each actor. */
  function createGapEntries(when: number): RecordedEntry[] {
    if (droppedCount === 0) return [];
    const entry: RecordedEntry = { seq: nextNumber(), at: when, kind: 'gap', dropped: droppedCount };
    const after = [...droppedStates].flatMap(([actor, snapshot]) =>
      snapshot === GONE ? createGoneEntries(actor, when) : [createBornEntry(actor, snapshot, when)],
    );
    droppedCount = 0;
    droppedStates.clear();
    return [entry, ...after];
  }

  function emitPending(maxCount: number, budgetMs: number) {
    const beganAt = now();
    for (const [actor, tracked] of trackedActors) {
      pushMissedStep(actor);
      if (trackedActors.has(actor) && hasStopped(actor)) markGone(actor, tracked);
    }
    const entries = createGapEntries(pending[firstPending]?.at ?? elapsed());
    let count = 0;
    while (firstPending < pending.length && count < maxCount && (count === 0 || now() - beganAt < budgetMs)) {
      const next = pending[firstPending];
      if (next) entries.push(...toEntries(next));
      firstPending += 1;
      count += 1;
    }
    // The content of a dropped entry is never read, which is what costs.
    while (pending.length - firstPending > count * MAX_BATCHES_BEHIND) dropOldest();
    if (entries.length > 0) onEntries(entries);
    lastCost = now() - beganAt;
    if (firstPending === pending.length) {
      pending = [];
      firstPending = 0;
    } else requestFlush();
  }

  // Before XState 5.17 there is no subscription to end, so what comes after the end is ignored.
  const subscription = root.system.inspect({
    next: (inspection) => {
      if (isStopped) return;
      try {
        handleInspection(inspection);
      } catch {
        // A failure of the recorder must not affect the recorded page.
        stop();
      }
    },
  });

  function stop() {
    isStopped = true;
    subscription?.unsubscribe();
    trackedActors.clear();
    recordedData.clear();
    droppedStates.clear();
    pending = [];
    firstPending = 0;
  }

  function trackAll(actor: RunningActor) {
    track(actor);
    for (const child of getChildren(actor)) trackAll(child);
  }
  trackAll(toRunningActor(root));

  return {
    flush: (budgetMs = Number.POSITIVE_INFINITY) => {
      if (!isStopped) emitPending(Number.POSITIVE_INFINITY, budgetMs);
    },
    stop,
    findActor: (key) => {
      const found = [...trackedActors.keys()].find((actor) => getActorKey(actor) === key);
      return found && toActorRef(found);
    },
    findMachine: (print) => machines.get(print),
  };
}
