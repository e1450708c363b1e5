// What XState keeps of an actor and does not promise: the only place of the recorder that knows it.
import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, Snapshot } from 'xstate';
import { printOfMachine } from '../model/ids.ts';
import type { RecordedActor } from '../model/recording.ts';

/** An actor as it is while it runs; what is told of it from outside is less. */
export interface RunningActor {
  sessionId: string;
  id: string;
  _parent?: RunningActor;
  logic: Readonly<Record<string, unknown>>;
  options?: { snapshot?: unknown; state?: unknown };
  _processingStatus?: number;
  getSnapshot(): Snapshot<unknown> | undefined;
}

export const running = (actor: unknown): RunningActor => actor as RunningActor;
export const asRef = (actor: RunningActor): AnyActorRef => actor as unknown as AnyActorRef;

export const hasStopped = ({ _processingStatus }: RunningActor): boolean => _processingStatus === 2;

export const machineOf = ({ logic }: RunningActor): AnyStateMachine | undefined =>
  '__xstatenode' in logic ? (logic as unknown as AnyStateMachine) : undefined;

export const childrenOf = (actor: RunningActor): RunningActor[] => {
  const { children = {} } = (actor.getSnapshot() ?? {}) as Partial<AnyMachineSnapshot>;
  return Object.values(children as Record<string, unknown>).flatMap((child) => (child ? [running(child)] : []));
};

type Kind = RecordedActor['kind'];
const kinds = new WeakMap<object, Kind>();

/** Whether logic that takes an input deals with events as XState's promises do. It changes nothing: who is asked lives nowhere. */
function isPromise({ transition }: RunningActor['logic']): boolean {
  const answer = {};
  try {
    const next: unknown = (transition as (...asked: unknown[]) => unknown)(
      { status: 'active' },
      { type: 'xstate.promise.resolve', data: answer },
      { self: {} },
    );
    return (next as { output?: unknown } | undefined)?.output === answer;
  } catch {
    return false;
  }
}

function kindOf(actor: RunningActor): Kind {
  if (machineOf(actor)) return 'machine';
  const { logic } = actor;
  const before = kinds.get(logic);
  if (before) return before;
  const snapshot = actor.getSnapshot() ?? {};
  const isMade = typeof logic.config === 'function' && typeof logic.transition === 'function';
  let kind: Kind = 'other';
  if ('_subscription' in snapshot) kind = 'observable';
  else if (isMade && 'context' in snapshot) kind = 'transition';
  else if (isMade && 'start' in logic) kind = isPromise(logic) ? 'promise' : 'callback';
  kinds.set(logic, kind);
  return kind;
}

export function recordedActor(actor: RunningActor): RecordedActor {
  const machine = machineOf(actor);
  return {
    key: actor.sessionId,
    id: actor.id,
    ...(actor._parent && { parent: actor._parent.sessionId }),
    kind: kindOf(actor),
    ...(machine && { machine: { id: machine.id, print: printOfMachine(machine) } }),
    isRestored: (actor.options?.snapshot ?? actor.options?.state) !== undefined,
  };
}
