import type { AnyActorRef, AnyStateMachine, InspectionEvent } from 'xstate';
import { type Arrow, printOfMachine, takenId } from '../model/ids.ts';
import type { RecordedEntry } from '../model/recording.ts';
import { asRef, childrenOf, hasStopped, machineOf, type RunningActor, recordedActor, running } from './actor-parts.ts';
import { type AnySnapshot, type Knowledge, knowledgeOf, recordedEvent, recordedState } from './recorded-state.ts';

/** What waits to be told; the oldest goes when more comes. */
const WAITING_MAX = 5000;
/** So many are told in one go, or for so long, so that whoever is recorded does not stutter. */
const TOLD_MAX = 500;
const TOLD_MS = 6;
/** Looked at the clock after so many. */
const TOLD_AT_ONCE = 20;
const REST_MS = 50;

export interface RecorderOptions {
  /** Milliseconds of any clock. */
  now: () => number;
  /** By the same clock: since when time is counted; now, if it is not said. */
  since?: number;
  tell: (entries: readonly RecordedEntry[]) => void;
  /** Calls back once, soon; within a tenth of a second unless told otherwise. */
  later?: (flush: () => void) => void;
}

export interface Recorder {
  /** Tells everything that has happened. */
  flush(): void;
  /** Tells nothing more, also of what has happened already. */
  stop(): void;
  /** Who goes by this key and still lives. */
  find(key: string): AnyActorRef | undefined;
  /** A machine that was seen, by its print. */
  machine(print: string): AnyStateMachine | undefined;
}

/** References alone: what they hold is read when it is told. */
type Happening = { at: number } & (
  | { kind: 'born'; actor: RunningActor; snapshot: AnySnapshot }
  | { kind: 'gone'; actor: RunningActor; snapshot: AnySnapshot }
  | { kind: 'step'; actor: RunningActor; snapshot: AnySnapshot; event: string; arrows: readonly Arrow[] }
  | { kind: 'event'; to: RunningActor; from: RunningActor | undefined; event: { type: string } }
);

interface Living {
  /** That was seen last. */
  snapshot: AnySnapshot;
  /** Taken since. */
  arrows: Arrow[];
  /** What it deals with. */
  event: string;
  /** Its step was told before XState told of it. */
  isAhead: boolean;
}

/** Numbers go on when a page is recorded again. */
const numbers = new WeakMap<object, number>();

const untold: unique symbol = Symbol('untold');
type Untold = typeof untold;

const newLiving = (snapshot: AnySnapshot): Living => ({ snapshot, arrows: [], event: '', isAhead: false });

/**
 * Tells what happens to an actor and to everybody below it, from the moment it is called, beginning with whoever lives; the actor may
 * have been started or not. Whoever is recorded pays for little more than a list of references.
 */
export function record(
  root: AnyActorRef,
  { now, since = now(), tell, later = (flush) => void setTimeout(flush, REST_MS) }: RecorderOptions,
): Recorder {
  const living = new Map<RunningActor, Living>();
  const departed = new WeakSet<RunningActor>();
  const machines = new Map<string, AnyStateMachine>();
  /** What was told last of what somebody knows. */
  const told = new Map<RunningActor, Knowledge>();
  const lost = new Map<RunningActor, AnySnapshot | Untold>();
  let waiting: Happening[] = [];
  let first = 0;
  let dropped = 0;
  let isScheduled = false;
  let isStopped = false;

  const at = () => Math.round((now() - since) * 10) / 10;

  function schedule() {
    if (isScheduled || isStopped) return;
    isScheduled = true;
    later(() => {
      isScheduled = false;
      if (!isStopped) tellWaiting(TOLD_MAX, now() + TOLD_MS);
    });
  }

  function drop(happening: Happening) {
    dropped += 1;
    if (happening.kind === 'event') return;
    const { kind, actor, snapshot } = happening;
    lost.set(actor, kind === 'gone' ? untold : snapshot);
  }

  function push(happening: Happening) {
    if (waiting.length - first >= WAITING_MAX) {
      const oldest = waiting[first];
      if (oldest) drop(oldest);
      first += 1;
      if (first >= WAITING_MAX) {
        waiting = waiting.slice(first);
        first = 0;
      }
    }
    waiting.push(happening);
    schedule();
  }

  /** Who was never seen is born now; the parent first. */
  function meet(actor: RunningActor): Living | undefined {
    const met = living.get(actor);
    if (met || departed.has(actor)) return met;
    const snapshot = actor.getSnapshot() as AnySnapshot | undefined;
    if (!snapshot) return undefined;
    if (actor._parent) meet(actor._parent);
    const fresh = newLiving(snapshot);
    living.set(actor, fresh);
    push({ kind: 'born', at: at(), actor, snapshot });
    return fresh;
  }

  function depart(actor: RunningActor, { snapshot }: Living) {
    living.delete(actor);
    departed.add(actor);
    push({ kind: 'gone', at: at(), actor, snapshot });
  }

  function step(actor: RunningActor, one: Living, snapshot: AnySnapshot, event: string) {
    push({ kind: 'step', at: at(), actor, snapshot, event, arrows: one.arrows });
    one.snapshot = snapshot;
    one.arrows = [];
  }

  /** XState tells of a step after what follows from its end, and never of one that threw. */
  function catchUp(actor: RunningActor) {
    const one = living.get(actor);
    const snapshot = actor.getSnapshot() as AnySnapshot | undefined;
    if (!one || !snapshot || snapshot === one.snapshot) return;
    step(actor, one, snapshot, one.event);
    one.isAhead = true;
    if (snapshot.status === 'error') depart(actor, one);
  }

  /** Steps that belong to nobody yet: those of a machine that is being made. */
  const early = new WeakMap<RunningActor, Arrow[]>();

  function hear(heard: InspectionEvent) {
    const actor = running(heard.actorRef);
    if (heard.type === '@xstate.event') {
      const from = heard.sourceRef ? running(heard.sourceRef) : undefined;
      if (from) catchUp(from);
      const one = meet(actor);
      if (one) one.event = heard.event.type;
      push({ kind: 'event', at: at(), to: actor, from, event: heard.event });
    } else if (heard.type === '@xstate.microstep') {
      const arrows = heard._transitions as unknown as Arrow[];
      const one = living.get(actor);
      if (one) {
        if (one.arrows.length === 0) one.event = heard.event.type;
        one.arrows.push(...arrows);
      } else if (!departed.has(actor)) early.set(actor, [...(early.get(actor) ?? []), ...arrows]);
    } else if (heard.type === '@xstate.snapshot') {
      const one = meet(actor);
      if (!one) return;
      const snapshot = heard.snapshot as unknown as AnySnapshot;
      one.arrows.unshift(...(early.get(actor) ?? []));
      early.delete(actor);
      if (one.isAhead && snapshot === one.snapshot) one.isAhead = false;
      else step(actor, one, snapshot, heard.event.type);
      if (snapshot.status !== 'active') depart(actor, one);
    }
  }

  const numbered = () => {
    const number = (numbers.get(root) ?? 0) + 1;
    numbers.set(root, number);
    return number;
  };

  function born(actor: RunningActor, snapshot: AnySnapshot, when: number): RecordedEntry {
    const machine = machineOf(actor);
    if (machine) machines.set(printOfMachine(machine), machine);
    told.set(actor, knowledgeOf(actor, snapshot));
    return { seq: numbered(), at: when, kind: 'born', actor: recordedActor(actor), state: recordedState(actor, snapshot, {}) };
  }

  function gone(actor: RunningActor, when: number): RecordedEntry[] {
    return told.delete(actor) ? [{ seq: numbered(), at: when, kind: 'gone', actor: actor.sessionId }] : [];
  }

  function entriesOf(happening: Happening): RecordedEntry[] {
    const when = happening.at;
    if (happening.kind === 'event') {
      const { to, from, event } = happening;
      const sender = from && { from: from.sessionId };
      return [{ seq: numbered(), at: when, kind: 'event', to: to.sessionId, ...sender, event: recordedEvent(event, to) }];
    }
    const { actor, snapshot } = happening;
    if (happening.kind === 'born') return [born(actor, snapshot, when)];
    if (happening.kind === 'gone') return gone(actor, when);
    const before = told.get(actor) ?? {};
    told.set(actor, knowledgeOf(actor, snapshot));
    const transitions = happening.arrows.flatMap((arrow) => takenId(arrow) ?? []);
    const state = recordedState(actor, snapshot, before);
    return [{ seq: numbered(), at: when, kind: 'step', actor: actor.sessionId, event: happening.event, transitions, state }];
  }

  /** Who was lost sight of stands as it was left. */
  function gap(when: number): RecordedEntry[] {
    if (dropped === 0) return [];
    const entry: RecordedEntry = { seq: numbered(), at: when, kind: 'gap', dropped };
    const after = [...lost].flatMap(([actor, snapshot]) => (snapshot === untold ? gone(actor, when) : [born(actor, snapshot, when)]));
    dropped = 0;
    lost.clear();
    return [entry, ...after];
  }

  function tellWaiting(most: number, until: number) {
    for (const [actor, one] of living) {
      catchUp(actor);
      if (living.has(actor) && hasStopped(actor)) depart(actor, one);
    }
    const entries = gap(waiting[first]?.at ?? at());
    let count = 0;
    while (first < waiting.length && count < most && (count % TOLD_AT_ONCE > 0 || count === 0 || now() < until)) {
      const next = waiting[first];
      if (next) entries.push(...entriesOf(next));
      first += 1;
      count += 1;
    }
    if (first === waiting.length) {
      waiting = [];
      first = 0;
    } else schedule();
    if (entries.length > 0) tell(entries);
  }

  const subscription = root.system.inspect((heard) => {
    try {
      hear(heard);
    } catch {
      // Whoever is recorded must not suffer from it.
      stop();
    }
  });

  function stop() {
    isStopped = true;
    subscription.unsubscribe();
    living.clear();
    told.clear();
    lost.clear();
    waiting = [];
    first = 0;
  }

  function meetAll(actor: RunningActor) {
    meet(actor);
    for (const child of childrenOf(actor)) meetAll(child);
  }
  meetAll(running(root));

  return {
    flush: () => {
      if (!isStopped) tellWaiting(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    },
    stop,
    find: (key) => {
      const found = [...living.keys()].find(({ sessionId }) => sessionId === key);
      return found && asRef(found);
    },
    machine: (print) => machines.get(print),
  };
}
