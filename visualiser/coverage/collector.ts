// Notes what machines reach while tests run them, without the tests or the machines knowing: XState says it to who inspects a system.
import { type AnyActorRef, type AnyMachineSnapshot, type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate';
import type { Sighting, Suite } from '../model/coverage.ts';
import { computeMachinePrint, toStateId, toTakenTransitionId, type XStateTransition } from '../model/ids.ts';

/** What of XState is touched: its scopes are no public type. */
interface Scope {
  self: AnyActorRef & { _actorScope?: unknown };
  /** `isHeard` is our mark: most systems live for one step, and sets of such are dear. */
  system: { _sendInspectionEvent: Tell; isHeard?: boolean };
}

type Tell = (told: Told) => void;

interface Told {
  type: string;
  actorRef: AnyActorRef;
  event?: { type: string };
  snapshot?: Partial<AnyMachineSnapshot>;
  _transitions?: readonly XStateTransition[];
}

interface Step {
  snapshot: AnyMachineSnapshot;
  arrows: readonly XStateTransition[];
}

interface Found {
  machine: AnyStateMachine;
  states: Set<string>;
  transitions: Set<string>;
}

type Hooked = 'getInitialSnapshot' | 'restoreSnapshot' | 'transition';

/** A machine that runs is a unit; one that is only computed is walked along a path. */
type Way = Exclude<Suite, 'browser'>;

export interface Collector {
  /** What was reached since this was asked last. */
  take(): Sighting[];
}

const isMachineState = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && '_nodes' in snapshot && 'machine' in snapshot;

/** Notes of one way: by configuration, which machines share that were provided with something. */
function notebook() {
  const found = new Map<object, Found>();
  // What was noted is passed over quickly: nearly everything is seen many times.
  const seen = new WeakSet<object>();
  let last: unknown;
  const foundOf = (machine: AnyStateMachine): Found => {
    const known = found.get(machine.config);
    if (known) return known;
    const created: Found = { machine, states: new Set(), transitions: new Set() };
    found.set(machine.config, created);
    return created;
  };
  const noteNode = (node: AnyStateNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    foundOf(node.machine).states.add(toStateId(node));
  };
  const noteFirst = (node: AnyStateNode): void => {
    noteNode(node);
    if (node.type === 'parallel') for (const child of Object.values(node.states)) noteFirst(child);
    else if (node.type === 'compound') for (const first of node.initial.target) noteFirst(first);
  };
  return {
    found,
    /** A state that is entered first is left again at once where it leads on by itself: XState does not tell of it. */
    noteBeginning(machine: AnyStateMachine): void {
      if (seen.has(machine)) return;
      seen.add(machine);
      noteFirst(machine.root);
    },
    noteStep({ snapshot: { _nodes: nodes }, arrows }: Step): void {
      if (nodes !== last) for (const node of nodes as AnyStateNode[]) noteNode(node);
      last = nodes;
      for (const arrow of arrows) {
        if (seen.has(arrow)) continue;
        seen.add(arrow);
        const id = toTakenTransitionId(arrow);
        if (id !== undefined) foundOf(arrow.source.machine).transitions.add(id);
      }
    },
  };
}

/** Whoever shares a process shares XState too, which is watched once. */
const shared = globalThis as { machineCollector?: Collector };

/** Begins to note, for the whole process and as long as it lives. Machines that were made before are not seen. */
export const collectReached = (): Collector => (shared.machineCollector ??= watch());

function watch(): Collector {
  let notes: Record<Way, ReturnType<typeof notebook>> = { unit: notebook(), paths: notebook() };
  /** Steps that actors took while they were made. Many are never started: XState makes them to compute something, or they belong to a path. */
  const begun = new WeakMap<AnyActorRef, Step[]>();
  const restored = new WeakSet<AnyActorRef>();
  const running = new WeakSet<AnyActorRef>();
  /** The actor that is made right now. */
  let made: AnyActorRef | undefined;

  const noteStart = (actor: AnyActorRef): void => {
    running.add(actor);
    const snapshot: unknown = actor.getSnapshot();
    // One that could not begin stands nowhere.
    if (!isMachineState(snapshot) || snapshot.status === 'error') return;
    if (!restored.has(actor)) notes.unit.noteBeginning(snapshot.machine);
    for (const step of begun.get(actor) ?? []) notes.unit.noteStep(step);
    notes.unit.noteStep({ snapshot, arrows: [] });
  };
  const hear: Tell = ({ type, actorRef, event, snapshot, _transitions: arrows = [] }) => {
    if (type === '@xstate.event' && event?.type === 'xstate.init' && !running.has(actorRef)) noteStart(actorRef);
    if (type !== '@xstate.microstep' || !isMachineState(snapshot)) return;
    if (running.has(actorRef)) notes.unit.noteStep({ snapshot, arrows });
    else if (actorRef === made) begun.set(actorRef, [...(begun.get(actorRef) ?? []), { snapshot, arrows }]);
  };
  const hearPath: Tell = ({ type, actorRef, snapshot, _transitions: arrows = [] }) => {
    // Actors that a step makes are not started by anybody.
    if (type === '@xstate.microstep' && actorRef !== made && isMachineState(snapshot)) notes.paths.noteStep({ snapshot, arrows });
  };
  // Not by its `inspect`: a path makes systems for each of its steps, and whoever inspects one is told everything anew.
  const listen = (scope: Scope): 'actor' | 'path' => {
    const { self, system } = scope;
    const isActor = self._actorScope === scope;
    if (system._sendInspectionEvent === hearPath || system.isHeard) return isActor ? 'actor' : 'path';
    if (!isActor) {
      system._sendInspectionEvent = hearPath;
      return 'path';
    }
    system.isHeard = true;
    const tell = system._sendInspectionEvent;
    system._sendInspectionEvent = (told) => {
      hear(told);
      tell(told);
    };
    return 'actor';
  };

  const { prototype } = StateMachine as unknown as {
    prototype: Record<Hooked, (this: AnyStateMachine, ...given: unknown[]) => unknown>;
  };
  const { getInitialSnapshot, restoreSnapshot, transition } = prototype;
  prototype.getInitialSnapshot = function begin(given, input) {
    const scope = given as Scope;
    const way = listen(scope);
    const before = made;
    made = way === 'actor' ? scope.self : undefined;
    try {
      const snapshot = getInitialSnapshot.call(this, given, input) as AnyMachineSnapshot;
      if (way === 'path' && snapshot.status !== 'error') {
        notes.paths.noteBeginning(this);
        notes.paths.noteStep({ snapshot, arrows: [] });
      }
      return snapshot;
    } finally {
      made = before;
    }
  };
  prototype.restoreSnapshot = function restore(snapshot, scope) {
    listen(scope as Scope);
    restored.add((scope as Scope).self);
    return restoreSnapshot.call(this, snapshot, scope);
  };
  prototype.transition = function move(snapshot, event, scope) {
    listen(scope as Scope);
    return transition.call(this, snapshot, event, scope);
  };

  return {
    take() {
      const all = (['unit', 'paths'] as const).flatMap((suite) =>
        [...notes[suite].found.values()].map(({ machine, states, transitions }): Sighting => {
          const print = computeMachinePrint(machine);
          return { id: machine.id, print, suite, states: [...states].toSorted(), transitions: [...transitions].toSorted() };
        }),
      );
      notes = { unit: notebook(), paths: notebook() };
      return all;
    },
  };
}
