// Internals of XState actors that are not part of its public API; no other module of the recorder depends on them.
import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, Snapshot } from 'xstate';
import { computeMachinePrint } from '../model/ids.ts';
import type { RecordedActor } from '../model/recording.ts';

/** The internal shape of an actor. */
export interface RunningActor {
  sessionId: string;
  id: string;
  system: object;
  _parent?: RunningActor;
  logic: Readonly<Record<string, unknown>>;
  options?: { snapshot?: unknown; state?: unknown };
  _processingStatus?: number;
  getSnapshot(): Snapshot<unknown> | undefined;
}

export const toRunningActor = (actor: unknown): RunningActor => actor as RunningActor;
export const toActorRef = (actor: RunningActor): AnyActorRef => actor as unknown as AnyActorRef;

/** Names of the roots of systems; a system alone on its page has none. */
const systemNames = new WeakMap<object, string>();

export const nameSystem = ({ system }: RunningActor, name: string): void => void systemNames.set(system, name);

/** Unique on the page: every system counts its sessions from the start. */
export const getActorKey = ({ sessionId, system }: Pick<RunningActor, 'sessionId' | 'system'>): string => {
  const name = systemNames.get(system);
  return name === undefined ? sessionId : `${name}/${sessionId}`;
};

export const hasStopped = ({ _processingStatus }: RunningActor): boolean => _processingStatus === 2;

export const getMachine = ({ logic }: RunningActor): AnyStateMachine | undefined =>
  '__xstatenode' in logic ? (logic as unknown as AnyStateMachine) : undefined;

export const getChildren = (actor: RunningActor): RunningActor[] => {
  const { children = {} } = (actor.getSnapshot() ?? {}) as Partial<AnyMachineSnapshot>;
  return Object.values(children as Record<string, unknown>).flatMap((child) => (child ? [toRunningActor(child)] : []));
};

type Kind = RecordedActor['kind'];
const kinds = new WeakMap<object, Kind>();

/** Whether logic handles events as XState's promises do. Its transition is pure, so probing it changes nothing. */
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

function detectKind(actor: RunningActor): Kind {
  if (getMachine(actor)) return 'machine';
  const { logic } = actor;
  const cached = kinds.get(logic);
  if (cached) return cached;
  const snapshot = actor.getSnapshot() ?? {};
  const isBuiltIn = typeof logic.config === 'function' && typeof logic.transition === 'function';
  let kind: Kind = 'other';
  if ('_subscription' in snapshot) kind = 'observable';
  else if (isBuiltIn && 'context' in snapshot) kind = 'transition';
  else if (isBuiltIn && 'start' in logic) kind = isPromise(logic) ? 'promise' : 'callback';
  kinds.set(logic, kind);
  return kind;
}

export function toRecordedActor(actor: RunningActor): RecordedActor {
  const machine = getMachine(actor);
  return {
    key: getActorKey(actor),
    // A root that was given a name goes by it.
    id: actor._parent ? actor.id : (systemNames.get(actor.system) ?? actor.id),
    ...(actor._parent && { parent: getActorKey(actor._parent) }),
    kind: detectKind(actor),
    ...(machine && { machine: { id: machine.id, print: computeMachinePrint(machine) } }),
    isRestored: (actor.options?.snapshot ?? actor.options?.state) !== undefined,
  };
}
