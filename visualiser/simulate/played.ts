// Actors that do nothing by themselves: what they say is said by hand.
import {
  type AnyActorLogic,
  type AnyActorRef,
  type EventObject,
  fromCallback,
  fromEventObservable,
  fromObservable,
  fromPromise,
} from 'xstate';
import type { PlayedKind } from '../model/scenario.ts';

const kinds = new WeakMap<object, PlayedKind>();

const silent = { subscribe: () => ({ unsubscribe: () => undefined }) };
const never = () => new Promise<never>(() => undefined);

const MAKERS: Record<PlayedKind, () => AnyActorLogic> = {
  promise: () => fromPromise(never),
  callback: () => fromCallback(() => undefined),
  observable: () => fromObservable(() => silent),
  events: () => fromEventObservable(() => silent),
  machine: () => fromPromise(never),
  any: () => fromPromise(never),
};

/** Logic that waits to be played. */
export function playedLogic(kind: PlayedKind): AnyActorLogic {
  const logic = MAKERS[kind]();
  kinds.set(logic, kind);
  return logic;
}

const logicOf = (actor: AnyActorRef): object | undefined => (actor as { logic?: object }).logic;

/** How an actor is played; undefined for one that runs by itself. */
export const playedKind = (actor: AnyActorRef): PlayedKind | undefined => kinds.get(logicOf(actor) ?? {});

type Probed = { transition: (state: object, event: EventObject, scope: object) => Record<string, unknown> } & {
  getInitialSnapshot: (scope: object, input: unknown) => Record<string, unknown>;
  start?: unknown;
};

const PROBE = {};

function answerOf(logic: Probed, type: string): Record<string, unknown> {
  try {
    return logic.transition({ status: 'active' }, { type, data: PROBE } as EventObject, { self: {} });
  } catch {
    return {}; // a callback that never began has nobody to tell
  }
}

/**
 * Which of XState's ways logic was made in, told by how it answers: nothing of it names the way. Undefined for what only reckons
 * (`fromTransition`, and logic of one's own that starts nothing): it may run as it is.
 */
export function kindOfLogic(logic: unknown): PlayedKind | undefined {
  if (typeof logic !== 'object' || logic === null || typeof (logic as Probed).transition !== 'function') return 'any';
  const probed = logic as Probed;
  if (typeof probed.start !== 'function') return undefined;
  if (answerOf(probed, 'xstate.promise.resolve').output === PROBE) return 'promise';
  if (answerOf(probed, 'xstate.observable.next').context === PROBE) return 'observable';
  return answerOf(probed, 'xstate.observable.complete').status === 'done' ? 'events' : 'callback';
}

interface Relay {
  _relay: (source: AnyActorRef, target: AnyActorRef, event: EventObject) => void;
}

/** As if the actor itself had said it: recordings name it as the source. */
export function says(actor: AnyActorRef, event: EventObject, to: AnyActorRef = actor): void {
  (actor.system as unknown as Relay)._relay(actor, to, event);
}
