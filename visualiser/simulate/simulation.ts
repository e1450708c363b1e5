import { type AnyActorRef, type AnyMachineSnapshot, type AnyStateMachine, createActor, type EventObject, fromTransition } from 'xstate';
import { buildChart } from '../model/build-chart.ts';
import type { Chart } from '../model/chart.ts';
import { describeActor } from '../model/describe-implementations.ts';
import { computeMachinePrint, listActiveStates } from '../model/ids.ts';
import type {
  Effect,
  PendingDelay,
  PlayedActor,
  PlayedGuard,
  ScenarioEvent,
  SimulatedMachine,
  Step,
  StepFault,
} from '../model/scenario.ts';
import { createPlayableConverter, listGuardNames } from './playable.ts';
import { getPlayedKind, sendAs } from './played-logic.ts';
import { type FindMachine, fromScenarioValue, toScenarioValue } from './scenario-values.ts';
import { SchedulingClock } from './scheduling-clock.ts';

export interface SimulationOptions {
  machine: AnyStateMachine;
  /** As it is stored in a scenario file. */
  input?: unknown;
  /** See `Scenario`. */
  play?: readonly string[];
  /** Finds the machines that values name. */
  findMachine?: FindMachine;
  /** Called with the root machine before it is started. */
  onCreated?: (root: AnyActorRef, now: () => number) => void;
}

/** What happened in one step. */
export interface StepOutcome {
  effects: Effect[];
  parentEvents: string[];
  faults: StepFault[];
}

/** A machine that runs in isolation: its actors are played, its effects are only listed, and time stands still between steps. */
export interface Simulation {
  /** Never throws: failures and impossible steps are part of the outcome. */
  perform: (step: Step) => StepOutcome;
  /** What happened when it was started. */
  startOutcome: StepOutcome;
  now: () => number;
  /** Machines that were started and not replaced since; the first one is the root machine. */
  listMachines: () => SimulatedMachine[];
  listPlayedActors: () => Omit<PlayedActor, 'examples'>[];
  listPendingDelays: () => PendingDelay[];
  /** Guards that the running machines name. */
  listGuards: () => PlayedGuard[];
  /** Charts of the running machines by their prints. */
  getCharts: () => Record<string, Chart>;
  /** The actor with that name that is running, or ran last. */
  findActor: (name: string) => AnyActorRef | undefined;
  findName: (actor: AnyActorRef) => string | undefined;
}

const isMachineSnapshot = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && '_nodes' in snapshot && 'machine' in snapshot;

/** Snapshot of an actor that runs a machine. A machine that fails while it is created has one as well. */
export const getMachineSnapshot = (actor: AnyActorRef): AnyMachineSnapshot | undefined => {
  const snapshot: unknown = actor.getSnapshot();
  return isMachineSnapshot(snapshot) ? snapshot : undefined;
};

const toMessage = (error: unknown): string =>
  error instanceof Error ? error.message : typeof error === 'string' ? error : (JSON.stringify(toScenarioValue(error)) ?? String(error));

class ImpossibleStepError extends Error {}

/** By print, so that a chart is computed only once however often its machine is run. */
const chartsByPrint = new Map<string, Chart>();

const describeName = (name: string) => (name === '' ? 'the machine' : `the actor "${name}"`);

export function createSimulation({
  machine,
  input,
  play = [],
  findMachine = () => undefined,
  onCreated = () => undefined,
}: SimulationOptions): Simulation {
  const guardResults = new Map<string, boolean>();
  const names = new Map<AnyActorRef, string>();
  const latestByName = new Map<string, AnyActorRef>();
  const namelessCounts = new Map<AnyActorRef, number>();
  /** Actors whose failure was already reported. */
  const reportedFailures = new Set<AnyActorRef>();
  let outcome: StepOutcome = { effects: [], parentEvents: [], faults: [] };

  const clock = new SchedulingClock();
  const outside = createActor(
    fromTransition((state: object, { type }: EventObject) => {
      if (!type.startsWith('xstate.')) outcome.parentEvents.push(type);
      return state;
    }, {}),
    {
      id: 'outside',
      clock: clock,
      logger: () => undefined,
      inspect: (inspection) => {
        const actor = inspection.actorRef as AnyActorRef;
        if (inspection.type === '@xstate.actor') nameActor(actor);
        else if (inspection.type === '@xstate.action') noteEffect(actor, inspection.action);
      },
    },
  );
  clock.attach(outside);
  outside.start();

  function nameActor(actor: AnyActorRef): void {
    const parent = actor._parent;
    if (!parent) return;
    const parentName = names.get(parent);
    let ownName = actor.id.replaceAll('/', String.raw`\/`);
    if (actor.id === actor.sessionId) {
      const count = (namelessCounts.get(parent) ?? 0) + 1;
      namelessCounts.set(parent, count);
      ownName = `~${count}`;
    }
    const name = parentName === undefined ? '' : parentName === '' ? ownName : `${parentName}/${ownName}`;
    names.set(actor, name);
    latestByName.set(name, actor);
  }

  function noteEffect(actor: AnyActorRef, { type, params }: { type: string; params: unknown }): void {
    const isBuiltIn = type.startsWith('xstate.');
    if (isBuiltIn && type !== 'xstate.emit' && type !== 'xstate.log') return;
    const data = toScenarioValue(params);
    const action = isBuiltIn ? type.slice('xstate.'.length) : type || 'inline';
    outcome.effects.push({ actor: names.get(actor) ?? '', action, ...(data !== undefined && { params: data }) });
  }

  /** Whether neither the actor nor one of its parents was stopped or replaced. */
  function isAlive(actor: AnyActorRef): boolean {
    const parent = actor._parent;
    if (!parent || parent === outside) return true;
    const children = getMachineSnapshot(parent)?.children as Record<string, AnyActorRef | undefined> | undefined;
    return (children === undefined || children[actor.id] === actor) && isAlive(parent);
  }

  const listAlive = (): [string, AnyActorRef][] => [...latestByName].filter(([, actor]) => isAlive(actor));
  const getStatus = (actor: AnyActorRef): SimulatedMachine['status'] =>
    (actor.getSnapshot() as { status: SimulatedMachine['status'] }).status;

  function requireActive(name: string): AnyActorRef {
    const actor = latestByName.get(name);
    if (!actor) throw new ImpossibleStepError(`there is no actor "${name}"`);
    if (!isAlive(actor) || getStatus(actor) !== 'active') throw new ImpossibleStepError(`${describeName(name)} has ended`);
    return actor;
  }

  function requirePlayed(name: string): AnyActorRef {
    const actor = requireActive(name);
    if (getPlayedKind(actor) === undefined) throw new ImpossibleStepError(`${describeName(name)} is not played: it runs by itself`);
    return actor;
  }

  function requireKind(name: string, kinds: readonly (string | undefined)[]): AnyActorRef {
    const actor = requirePlayed(name);
    const kind = getPlayedKind(actor);
    if (!kinds.includes(kind)) throw new ImpossibleStepError(`${describeName(name)} (${kind}) cannot do that`);
    return actor;
  }

  const readValue = (one: unknown) => fromScenarioValue(one, findMachine);
  const readEvent = (one: ScenarioEvent) => readValue(one) as EventObject;
  const readError = (error: unknown) => (typeof error === 'string' ? new Error(error) : readValue(error));

  function performStep(step: Step): void {
    switch (step.do) {
      case 'send':
        requireActive(step.to ?? '').send(readEvent(step.event));
        return;
      case 'resolve': {
        const actor = requireKind(step.actor, ['promise', 'machine', 'any']);
        sendAs(actor, { type: 'xstate.promise.resolve', data: readValue(step.output) } as EventObject);
        return;
      }
      case 'reject': {
        const actor = requireKind(step.actor, ['promise', 'machine', 'any', 'observable', 'events']);
        const isPromise = !['observable', 'events'].includes(getPlayedKind(actor) ?? '');
        sendAs(actor, {
          type: isPromise ? 'xstate.promise.reject' : 'xstate.observable.error',
          data: readError(step.error),
        } as EventObject);
        return;
      }
      case 'tell': {
        const actor = requirePlayed(step.actor);
        sendAs(actor, readEvent(step.event), actor._parent);
        return;
      }
      case 'emit': {
        const actor = requireKind(step.actor, ['observable', 'events']);
        if (getPlayedKind(actor) === 'events') sendAs(actor, readValue(step.value) as EventObject, actor._parent);
        else sendAs(actor, { type: 'xstate.observable.next', data: readValue(step.value) } as EventObject);
        return;
      }
      case 'complete':
        sendAs(requireKind(step.actor, ['observable', 'events']), { type: 'xstate.observable.complete' });
        return;
      case 'guard':
        if (step.result === undefined) guardResults.delete(step.guard);
        else guardResults.set(step.guard, step.result);
        return;
      case 'pass':
        clock.advance(step.ms);
        return;
      case 'next': {
        const remainingMs = clock.msUntilNext();
        if (remainingMs === undefined) throw new ImpossibleStepError('nothing waits for a delay');
        clock.advance(remainingMs);
      }
    }
  }

  function collectFailures(): StepFault[] {
    return [...names].flatMap(([actor, name]): StepFault[] => {
      const snapshot = actor.getSnapshot() as { status: string; error?: unknown };
      if (snapshot.status !== 'error' || reportedFailures.has(actor)) return [];
      reportedFailures.add(actor);
      // A played actor fails because the scenario says so, which is no fault.
      return getPlayedKind(actor) === undefined ? [{ kind: 'error', actor: name, message: toMessage(snapshot.error) }] : [];
    });
  }

  function observe(action: () => void, actor: string): StepOutcome {
    outcome = { effects: [], parentEvents: [], faults: [] };
    try {
      action();
    } catch (error) {
      outcome.faults.push({ kind: error instanceof ImpossibleStepError ? 'impossible' : 'error', actor, message: toMessage(error) });
    }
    outcome.faults.push(...collectFailures());
    return outcome;
  }

  const startOutcome = observe(() => {
    const root = createActor(createPlayableConverter(new Set(play), guardResults)(machine), {
      parent: outside,
      id: machine.id,
      input: readValue(input),
    });
    onCreated(root, () => clock.now());
    root.start();
  }, '');

  return {
    startOutcome,
    perform: (step) => observe(() => performStep(step), 'actor' in step ? step.actor : step.do === 'send' ? (step.to ?? '') : ''),
    now: () => clock.now(),
    listMachines: () =>
      listAlive().flatMap(([name, actor]): SimulatedMachine[] => {
        const snapshot = getMachineSnapshot(actor);
        if (!snapshot) return [];
        return [
          {
            name,
            machine: snapshot.machine.id,
            print: computeMachinePrint(snapshot.machine),
            status: snapshot.status,
            value: snapshot.value,
            states: listActiveStates(snapshot),
          },
        ];
      }),
    listPlayedActors: () =>
      listAlive().flatMap(([name, actor]): Omit<PlayedActor, 'examples'>[] => {
        const kind = getPlayedKind(actor);
        const parent = actor._parent;
        if (kind === undefined || !parent || getStatus(actor) !== 'active') return [];
        const { src } = actor as { src?: unknown };
        const logicName = typeof src === 'string' && src.startsWith('xstate.invoke.') ? 'inline' : describeActor(src);
        return [
          {
            name,
            id: actor.id === actor.sessionId ? '' : actor.id,
            parent: names.get(parent) ?? '',
            kind,
            src: logicName,
            input: toScenarioValue((actor.getSnapshot() as { input?: unknown }).input) ?? null,
          },
        ];
      }),
    listPendingDelays: () =>
      clock.listTimers().map(({ remainingMs, scheduled }): PendingDelay => {
        if (!scheduled) return { actor: '', event: '', remainingMs };
        const {
          target,
          event: { type },
        } = scheduled;
        const node = getMachineSnapshot(target)?._nodes.find(({ transitions, id }) => type.endsWith(`.${id}`) && transitions.has(type));
        return {
          actor: names.get(target) ?? '',
          event: type,
          ...(node && { delay: type.slice('xstate.after.'.length, -node.id.length - 1), state: [node.machine.id, ...node.path].join('.') }),
          remainingMs,
        };
      }),
    listGuards: () => {
      const running = listAlive().flatMap(([, actor]) => getMachineSnapshot(actor)?.machine ?? []);
      return [...new Set(running.flatMap(listGuardNames))].toSorted().map((name): PlayedGuard => {
        const result = guardResults.get(name);
        return { name, ...(result !== undefined && { result }) };
      });
    },
    getCharts: () =>
      Object.fromEntries(
        listAlive().flatMap(([, actor]): [string, Chart][] => {
          const running = getMachineSnapshot(actor)?.machine;
          if (!running) return [];
          const print = computeMachinePrint(running);
          const chart = chartsByPrint.get(print) ?? buildChart(running);
          chartsByPrint.set(print, chart);
          return [[print, chart]];
        }),
      ),
    findActor: (name) => latestByName.get(name),
    findName: (actor) => names.get(actor),
  };
}
