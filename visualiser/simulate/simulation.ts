import { type AnyActorRef, type AnyMachineSnapshot, type AnyStateMachine, createActor, type EventObject, fromTransition } from 'xstate';
import type { Chart } from '../model/chart.ts';
import { chartOf } from '../model/chart-of.ts';
import { activeStates, printOfMachine } from '../model/ids.ts';
import type { Deed, Fault, GivenEvent, PlayedActor, SimulatedMachine, Step, WaitingDelay } from '../model/scenario.ts';
import { actorText } from '../model/what-runs.ts';
import { given, type MachineOf, told } from './given.ts';
import { playableMachines } from './playable.ts';
import { playedKind, says } from './played.ts';
import { SimulatedTime } from './simulated-time.ts';

export interface SimulationOptions {
  machine: AnyStateMachine;
  /** As in a file. */
  input?: unknown;
  /** See `Scenario`. */
  play?: readonly string[];
  /** Machines that values name. */
  machineOf?: MachineOf;
  /** Whoever wants to see more: called with the machine before anything happens in it. */
  watch?: (root: AnyActorRef, now: () => number) => void;
}

/** What happened since it was asked last. */
export interface Happened {
  deeds: Deed[];
  told: string[];
  faults: Fault[];
}

/** A machine that runs by itself, apart from the world: its actors are played, its effects only noted, and time stands. */
export interface Simulation {
  /** Never throws: what cannot be done, and what breaks, is told. */
  take: (step: Step) => Happened;
  /** What happened when it was started. */
  begun: Happened;
  now: () => number;
  /** Machines that were ever started and have not been replaced, the first one is the one that was asked for. */
  machines: () => SimulatedMachine[];
  played: () => Omit<PlayedActor, 'examples'>[];
  waiting: () => WaitingDelay[];
  /** Of the machines that run, by their prints. */
  charts: () => Record<string, Chart>;
  /** The actor of a name that lives, or lived last. */
  actor: (name: string) => AnyActorRef | undefined;
  nameOf: (actor: AnyActorRef) => string | undefined;
}

const isMachineSnapshot = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && '_nodes' in snapshot && 'machine' in snapshot;

/** Of an actor that runs a machine. A machine that fails while it is born has a snapshot of a machine all the same. */
export const machineSnapshot = (actor: AnyActorRef): AnyMachineSnapshot | undefined => {
  const snapshot: unknown = actor.getSnapshot();
  return isMachineSnapshot(snapshot) ? snapshot : undefined;
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : typeof error === 'string' ? error : (JSON.stringify(told(error)) ?? String(error));

class Impossible extends Error {}

/** By print: reckoned once, however often a machine is run. */
const charts = new Map<string, Chart>();

const who = (name: string) => (name === '' ? 'the machine' : `the actor "${name}"`);

export function simulation({
  machine,
  input,
  play = [],
  machineOf = () => undefined,
  watch = () => undefined,
}: SimulationOptions): Simulation {
  const names = new Map<AnyActorRef, string>();
  const latest = new Map<string, AnyActorRef>();
  const nameless = new Map<AnyActorRef, number>();
  /** Those whose end was told. */
  const broken = new Set<AnyActorRef>();
  let happened: Happened = { deeds: [], told: [], faults: [] };

  const time = new SimulatedTime();
  const outside = createActor(
    fromTransition((state: object, { type }: EventObject) => {
      if (!type.startsWith('xstate.')) happened.told.push(type);
      return state;
    }, {}),
    {
      id: 'outside',
      clock: time,
      logger: () => undefined,
      inspect: (seen) => {
        const actor = seen.actorRef as AnyActorRef;
        if (seen.type === '@xstate.actor') born(actor);
        else if (seen.type === '@xstate.action') done(actor, seen.action);
      },
    },
  );
  time.of(outside);
  outside.start();

  function born(actor: AnyActorRef): void {
    const parent = actor._parent;
    if (!parent) return;
    const above = names.get(parent);
    let own = actor.id.replaceAll('/', String.raw`\/`);
    if (actor.id === actor.sessionId) {
      const count = (nameless.get(parent) ?? 0) + 1;
      nameless.set(parent, count);
      own = `~${count}`;
    }
    const name = above === undefined ? '' : above === '' ? own : `${above}/${own}`;
    names.set(actor, name);
    latest.set(name, actor);
  }

  function done(actor: AnyActorRef, { type, params }: { type: string; params: unknown }): void {
    const isOwn = type.startsWith('xstate.');
    if (isOwn && type !== 'xstate.emit' && type !== 'xstate.log') return;
    const data = told(params);
    const action = isOwn ? type.slice('xstate.'.length) : type || 'inline';
    happened.deeds.push({ actor: names.get(actor) ?? '', action, ...(data !== undefined && { params: data }) });
  }

  /** Whether nobody above it has let it go. */
  function lives(actor: AnyActorRef): boolean {
    const parent = actor._parent;
    if (!parent || parent === outside) return true;
    const children = machineSnapshot(parent)?.children as Record<string, AnyActorRef | undefined> | undefined;
    return (children === undefined || children[actor.id] === actor) && lives(parent);
  }

  const living = (): [string, AnyActorRef][] => [...latest].filter(([, actor]) => lives(actor));
  const statusOf = (actor: AnyActorRef): SimulatedMachine['status'] =>
    (actor.getSnapshot() as { status: SimulatedMachine['status'] }).status;

  function activeActor(name: string): AnyActorRef {
    const actor = latest.get(name);
    if (!actor) throw new Impossible(`there is no actor "${name}"`);
    if (!lives(actor) || statusOf(actor) !== 'active') throw new Impossible(`${who(name)} has ended`);
    return actor;
  }

  function playedActor(name: string): AnyActorRef {
    const actor = activeActor(name);
    if (playedKind(actor) === undefined) throw new Impossible(`${who(name)} is not played: it runs by itself`);
    return actor;
  }

  function only(name: string, kinds: readonly (string | undefined)[]): AnyActorRef {
    const actor = playedActor(name);
    const kind = playedKind(actor);
    if (!kinds.includes(kind)) throw new Impossible(`${who(name)} (${kind}) cannot do that`);
    return actor;
  }

  const value = (one: unknown) => given(one, machineOf);
  const event = (one: GivenEvent) => value(one) as EventObject;
  const errorOf = (error: unknown) => (typeof error === 'string' ? new Error(error) : value(error));

  function act(step: Step): void {
    switch (step.do) {
      case 'send':
        activeActor(step.to ?? '').send(event(step.event));
        return;
      case 'resolve': {
        const actor = only(step.actor, ['promise', 'machine', 'any']);
        says(actor, { type: 'xstate.promise.resolve', data: value(step.output) } as EventObject);
        return;
      }
      case 'reject': {
        const actor = only(step.actor, ['promise', 'machine', 'any', 'observable', 'events']);
        const isPromise = !['observable', 'events'].includes(playedKind(actor) ?? '');
        says(actor, { type: isPromise ? 'xstate.promise.reject' : 'xstate.observable.error', data: errorOf(step.error) } as EventObject);
        return;
      }
      case 'tell': {
        const actor = playedActor(step.actor);
        says(actor, event(step.event), actor._parent);
        return;
      }
      case 'emit': {
        const actor = only(step.actor, ['observable', 'events']);
        if (playedKind(actor) === 'events') says(actor, value(step.value) as EventObject, actor._parent);
        else says(actor, { type: 'xstate.observable.next', data: value(step.value) } as EventObject);
        return;
      }
      case 'complete':
        says(only(step.actor, ['observable', 'events']), { type: 'xstate.observable.complete' });
        return;
      case 'pass':
        time.pass(step.ms);
        return;
      case 'next': {
        const left = time.next();
        if (left === undefined) throw new Impossible('nothing waits for a delay');
        time.pass(left);
      }
    }
  }

  function breakages(): Fault[] {
    return [...names].flatMap(([actor, name]): Fault[] => {
      const snapshot = actor.getSnapshot() as { status: string; error?: unknown };
      if (snapshot.status !== 'error' || broken.has(actor)) return [];
      broken.add(actor);
      // A played actor fails because it was told to.
      return playedKind(actor) === undefined ? [{ kind: 'error', actor: name, message: messageOf(snapshot.error) }] : [];
    });
  }

  function observed(work: () => void, actor: string): Happened {
    happened = { deeds: [], told: [], faults: [] };
    try {
      work();
    } catch (error) {
      happened.faults.push({ kind: error instanceof Impossible ? 'impossible' : 'error', actor, message: messageOf(error) });
    }
    happened.faults.push(...breakages());
    return happened;
  }

  const begun = observed(() => {
    const root = createActor(playableMachines(new Set(play))(machine), { parent: outside, id: machine.id, input: value(input) });
    watch(root, () => time.now());
    root.start();
  }, '');

  return {
    begun,
    take: (step) => observed(() => act(step), 'actor' in step ? step.actor : step.do === 'send' ? (step.to ?? '') : ''),
    now: () => time.now(),
    machines: () =>
      living().flatMap(([name, actor]): SimulatedMachine[] => {
        const snapshot = machineSnapshot(actor);
        if (!snapshot) return [];
        return [
          {
            name,
            machine: snapshot.machine.id,
            print: printOfMachine(snapshot.machine),
            status: snapshot.status,
            value: snapshot.value,
            states: activeStates(snapshot),
          },
        ];
      }),
    played: () =>
      living().flatMap(([name, actor]): Omit<PlayedActor, 'examples'>[] => {
        const kind = playedKind(actor);
        const parent = actor._parent;
        if (kind === undefined || !parent || statusOf(actor) !== 'active') return [];
        const { src } = actor as { src?: unknown };
        const started = typeof src === 'string' && src.startsWith('xstate.invoke.') ? 'inline' : actorText(src);
        return [
          {
            name,
            id: actor.id === actor.sessionId ? '' : actor.id,
            parent: names.get(parent) ?? '',
            kind,
            src: started,
            input: told((actor.getSnapshot() as { input?: unknown }).input) ?? null,
          },
        ];
      }),
    waiting: () =>
      time.waiting().map(({ left, scheduled }): WaitingDelay => {
        if (!scheduled) return { actor: '', event: '', left };
        const {
          target,
          event: { type },
        } = scheduled;
        const node = machineSnapshot(target)?._nodes.find(({ transitions, id }) => type.endsWith(`.${id}`) && transitions.has(type));
        return {
          actor: names.get(target) ?? '',
          event: type,
          ...(node && { delay: type.slice('xstate.after.'.length, -node.id.length - 1), state: [node.machine.id, ...node.path].join('.') }),
          left,
        };
      }),
    charts: () =>
      Object.fromEntries(
        living().flatMap(([, actor]): [string, Chart][] => {
          const running = machineSnapshot(actor)?.machine;
          if (!running) return [];
          const print = printOfMachine(running);
          const chart = charts.get(print) ?? chartOf(running);
          charts.set(print, chart);
          return [[print, chart]];
        }),
      ),
    actor: (name) => latest.get(name),
    nameOf: (actor) => names.get(actor),
  };
}
