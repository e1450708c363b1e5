// Notes what machines reach while tests run them, by patching XState, so that neither tests nor machines need to know about it.
import { type AnyActorRef, type AnyMachineSnapshot, type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate';
import type { Sighting, Suite } from '../model/coverage.ts';
import { computeMachinePrint, toStateId, toTakenTransitionId, type XStateTransition } from '../model/ids.ts';

/** The internals of XState's actor scope that are used here. */
interface ActorScope {
  self: AnyActorRef & { _actorScope?: unknown };
  /** Set by us. Most systems live for a single step, and a set of them would be expensive. */
  system: { _sendInspectionEvent: SendInspection; isObserved?: boolean };
}

type SendInspection = (told: Inspection) => void;

interface Inspection {
  type: string;
  actorRef: AnyActorRef;
  event?: { type: string };
  snapshot?: Partial<AnyMachineSnapshot>;
  _transitions?: readonly XStateTransition[];
}

interface Step {
  snapshot: AnyMachineSnapshot;
  transitions: readonly XStateTransition[];
}

interface ReachedParts {
  machine: AnyStateMachine;
  states: Set<string>;
  transitions: Set<string>;
}

type PatchedMethod = 'getInitialSnapshot' | 'restoreSnapshot' | 'transition';

/** A running machine counts as `unit`, one that is only computed as `paths`. */
type CollectedSuite = Exclude<Suite, 'browser'>;

export interface Collector {
  /** Returns what was reached since the last call. */
  take(): Sighting[];
}

const isMachineState = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && '_nodes' in snapshot && 'machine' in snapshot;

/** Notes of one suite, keyed by configuration, which `provide` copies share. */
function createNotes() {
  const reachedByConfig = new Map<object, ReachedParts>();
  // Skips what was already noted, because nearly everything is seen many times.
  const seen = new WeakSet<object>();
  let lastNodes: unknown;
  const getReached = (machine: AnyStateMachine): ReachedParts => {
    const known = reachedByConfig.get(machine.config);
    if (known) return known;
    const created: ReachedParts = { machine, states: new Set(), transitions: new Set() };
    reachedByConfig.set(machine.config, created);
    return created;
  };
  const noteNode = (node: AnyStateNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    getReached(node.machine).states.add(toStateId(node));
  };
  const noteInitialNodes = (node: AnyStateNode): void => {
    noteNode(node);
    if (node.type === 'parallel') for (const child of Object.values(node.states)) noteInitialNodes(child);
    else if (node.type === 'compound') for (const first of node.initial.target) noteInitialNodes(first);
  };
  return {
    reachedByConfig,
    /** Notes initial states separately: XState does not report those that are left at once by an eventless transition. */
    noteInitialStates(machine: AnyStateMachine): void {
      if (seen.has(machine)) return;
      seen.add(machine);
      noteInitialNodes(machine.root);
    },
    noteStep({ snapshot: { _nodes: nodes }, transitions }: Step): void {
      if (nodes !== lastNodes) for (const node of nodes as AnyStateNode[]) noteNode(node);
      lastNodes = nodes;
      for (const transition of transitions) {
        if (seen.has(transition)) continue;
        seen.add(transition);
        const id = toTakenTransitionId(transition);
        if (id !== undefined) getReached(transition.source.machine).transitions.add(id);
      }
    },
  };
}

/** One collector per process, because XState is patched globally. */
const processGlobals = globalThis as { machineCollector?: Collector };

/** Starts to collect, for the rest of the process. Machines created before are not covered. */
export const collectReached = (): Collector => (processGlobals.machineCollector ??= createCollector());

function createCollector(): Collector {
  let notes: Record<CollectedSuite, ReturnType<typeof createNotes>> = { unit: createNotes(), paths: createNotes() };
  /** Steps of actors that are not started yet. Many never are: XState creates them to compute something, or they belong to a path. */
  const earlySteps = new WeakMap<AnyActorRef, Step[]>();
  const restoredActors = new WeakSet<AnyActorRef>();
  const startedActors = new WeakSet<AnyActorRef>();
  /** The actor that is being created right now. */
  let actorInCreation: AnyActorRef | undefined;

  const noteStart = (actor: AnyActorRef): void => {
    startedActors.add(actor);
    const snapshot: unknown = actor.getSnapshot();
    // An actor that failed to start has no state.
    if (!isMachineState(snapshot) || snapshot.status === 'error') return;
    if (!restoredActors.has(actor)) notes.unit.noteInitialStates(snapshot.machine);
    for (const step of earlySteps.get(actor) ?? []) notes.unit.noteStep(step);
    notes.unit.noteStep({ snapshot, transitions: [] });
  };
  const observeActor: SendInspection = ({ type, actorRef, event, snapshot, _transitions: transitions = [] }) => {
    if (type === '@xstate.event' && event?.type === 'xstate.init' && !startedActors.has(actorRef)) noteStart(actorRef);
    if (type !== '@xstate.microstep' || !isMachineState(snapshot)) return;
    if (startedActors.has(actorRef)) notes.unit.noteStep({ snapshot, transitions });
    else if (actorRef === actorInCreation) earlySteps.set(actorRef, [...(earlySteps.get(actorRef) ?? []), { snapshot, transitions }]);
  };
  const observePath: SendInspection = ({ type, actorRef, snapshot, _transitions: transitions = [] }) => {
    // Actors created by a computed step are never started.
    if (type === '@xstate.microstep' && actorRef !== actorInCreation && isMachineState(snapshot))
      notes.paths.noteStep({ snapshot, transitions });
  };
  // Patches the system instead of using `inspect`: paths create a system per step, and every new inspector would be sent the whole state.
  const observe = (scope: ActorScope): 'actor' | 'path' => {
    const { self, system } = scope;
    const isActor = self._actorScope === scope;
    if (system._sendInspectionEvent === observePath || system.isObserved) return isActor ? 'actor' : 'path';
    if (!isActor) {
      system._sendInspectionEvent = observePath;
      return 'path';
    }
    system.isObserved = true;
    const original = system._sendInspectionEvent;
    system._sendInspectionEvent = (inspection) => {
      observeActor(inspection);
      original(inspection);
    };
    return 'actor';
  };

  const { prototype } = StateMachine as unknown as {
    prototype: Record<PatchedMethod, (this: AnyStateMachine, ...given: unknown[]) => unknown>;
  };
  const { getInitialSnapshot, restoreSnapshot, transition } = prototype;
  prototype.getInitialSnapshot = function begin(scopeArgument, input) {
    const scope = scopeArgument as ActorScope;
    const kind = observe(scope);
    const outerActor = actorInCreation;
    actorInCreation = kind === 'actor' ? scope.self : undefined;
    try {
      const snapshot = getInitialSnapshot.call(this, scopeArgument, input) as AnyMachineSnapshot;
      if (kind === 'path' && snapshot.status !== 'error') {
        notes.paths.noteInitialStates(this);
        notes.paths.noteStep({ snapshot, transitions: [] });
      }
      return snapshot;
    } finally {
      actorInCreation = outerActor;
    }
  };
  prototype.restoreSnapshot = function restore(snapshot, scope) {
    observe(scope as ActorScope);
    restoredActors.add((scope as ActorScope).self);
    return restoreSnapshot.call(this, snapshot, scope);
  };
  prototype.transition = function move(snapshot, event, scope) {
    observe(scope as ActorScope);
    return transition.call(this, snapshot, event, scope);
  };

  return {
    take() {
      const all = (['unit', 'paths'] as const).flatMap((suite) =>
        [...notes[suite].reachedByConfig.values()].map(({ machine, states, transitions }): Sighting => {
          const print = computeMachinePrint(machine);
          return { id: machine.id, print, suite, states: [...states].toSorted(), transitions: [...transitions].toSorted() };
        }),
      );
      notes = { unit: createNotes(), paths: createNotes() };
      return all;
    },
  };
}
