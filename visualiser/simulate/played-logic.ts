// Actors that do nothing by themselves: the user decides what they send and how they end.
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

const SILENT_OBSERVABLE = { subscribe: () => ({ unsubscribe: () => undefined }) };
const waitForever = () => new Promise<never>(() => undefined);

const CREATE_LOGIC: Record<PlayedKind, () => AnyActorLogic> = {
  promise: () => fromPromise(waitForever),
  callback: () => fromCallback(() => undefined),
  observable: () => fromObservable(() => SILENT_OBSERVABLE),
  events: () => fromEventObservable(() => SILENT_OBSERVABLE),
  machine: () => fromPromise(waitForever),
  any: () => fromPromise(waitForever),
};

/** Logic that waits until it is played. */
export function createPlayedLogic(kind: PlayedKind): AnyActorLogic {
  const logic = CREATE_LOGIC[kind]();
  kinds.set(logic, kind);
  return logic;
}

const getLogic = (actor: AnyActorRef): object | undefined => (actor as { logic?: object }).logic;

/** How an actor can be played; undefined for one that runs by itself. */
export const getPlayedKind = (actor: AnyActorRef): PlayedKind | undefined => kinds.get(getLogic(actor) ?? {});

type ProbedLogic = { transition: (state: object, event: EventObject, scope: object) => Record<string, unknown> } & {
  getInitialSnapshot: (scope: object, input: unknown) => Record<string, unknown>;
  start?: unknown;
};

const PROBE_VALUE = {};

function probeTransition(logic: ProbedLogic, type: string): Record<string, unknown> {
  try {
    return logic.transition({ status: 'active' }, { type, data: PROBE_VALUE } as EventObject, { self: {} });
  } catch {
    return {}; // A callback that has not started has no receiver to send to.
  }
}

/**
 * Detects which of XState's creators made the logic. Nothing in the logic names its creator, so it is told by its transitions. Undefined
 * for pure logic (`fromTransition`, or custom logic that starts nothing), which may run as it is.
 */
export function detectPlayedKind(logic: unknown): PlayedKind | undefined {
  if (typeof logic !== 'object' || logic === null || typeof (logic as ProbedLogic).transition !== 'function') return 'any';
  const probed = logic as ProbedLogic;
  if (typeof probed.start !== 'function') return undefined;
  if (probeTransition(probed, 'xstate.promise.resolve').output === PROBE_VALUE) return 'promise';
  if (probeTransition(probed, 'xstate.observable.next').context === PROBE_VALUE) return 'observable';
  return probeTransition(probed, 'xstate.observable.complete').status === 'done' ? 'events' : 'callback';
}

interface Relay {
  _relay: (source: AnyActorRef, target: AnyActorRef, event: EventObject) => void;
}

/** Sends an event as if the actor had sent it, so that recordings name the actor as its source. */
export function sendAs(actor: AnyActorRef, event: EventObject, to: AnyActorRef = actor): void {
  (actor.system as unknown as Relay)._relay(actor, to, event);
}
