// The door of the package for programs and pages that are to be watched.
import type { AnyActorRef, InspectionEvent } from 'xstate';
import { watchPlace } from '../connection/connect.ts';
import { openBroadcastChannel, openSocketChannel, type Socket } from '../connection/page-channel.ts';
import { createProgramPlace, createWindowPlace } from '../connection/watched-place.ts';
import { configureRedaction, type Redaction } from '../recorder/redaction.ts';

/** Where `machine-visualiser` listens unless another port is given. */
export const DEFAULT_URL = 'ws://127.0.0.1:4710/live';

export interface InspectorOptions {
  /** Address of the relay of a visualiser on this computer. */
  url?: string;
  /** Reaches visualisers on other tabs of the same origin instead, without any server. */
  sameOrigin?: boolean;
  /** Name of a program without a window. */
  name?: string;
  /** Whether visualisers may send events to the machines. */
  takesEvents?: boolean;
  redact?: Redaction;
}

export interface Inspector {
  /** An option of `createActor`: `createActor(machine, { inspect })`. */
  inspect: (event: InspectionEvent) => void;
  /** Lets a root actor be watched under a name. */
  add: (root: AnyActorRef, name?: string) => void;
  stop: () => void;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|10\.0\.2\.2)$/;

function checkUrl(url: string): void {
  const { hostname, protocol } = new URL(url);
  // Nothing that was recorded leaves this computer; an emulator reaches it as 10.0.2.2.
  if (!/^wss?:$/.test(protocol) || !LOOPBACK.test(hostname))
    throw new Error(`the address of a visualiser must be on this computer, not ${url}`);
}

const hasWindow = (): boolean => typeof window !== 'undefined' && typeof document !== 'undefined';

const getMachineId = (root: AnyActorRef): string | undefined => {
  const { logic } = root as unknown as { logic?: { id?: unknown } };
  return typeof logic?.id === 'string' && logic.id !== '(machine)' ? logic.id : undefined;
};

/** Creates inspectors with an implementation of WebSocket. */
export const createInspectorWith =
  (openSocket: (url: string) => Socket) =>
  ({ url = DEFAULT_URL, sameOrigin = false, name = 'Program', takesEvents = false, redact = {} }: InspectorOptions = {}): Inspector => {
    if (!sameOrigin) checkUrl(url);
    configureRedaction(redact);
    const known = new WeakSet<object>();
    const usedNames = new Set<string>();
    let announce: () => void = () => undefined;
    const connection = watchPlace({
      channel: sameOrigin
        ? openBroadcastChannel()
        : openSocketChannel(
            () => openSocket(url),
            () => announce(),
          ),
      place: hasWindow() ? createWindowPlace() : createProgramPlace(name),
      takesEvents,
      getRefusal: () => undefined,
      canRecord: () => true,
      subscribe: () => undefined,
    });
    announce = connection.announce;
    const toFreeName = (wanted: string): string => {
      let free = wanted;
      for (let count = 2; usedNames.has(free); count += 1) free = `${wanted} ${count}`;
      usedNames.add(free);
      return free;
    };
    const add = (root: AnyActorRef, given?: string) => {
      if (known.has(root)) return;
      known.add(root);
      connection.add(root, toFreeName(given ?? (root.id === root.sessionId ? undefined : root.id) ?? getMachineId(root) ?? 'actor'));
    };
    return {
      // XState reports a root before it has a name, so it is added once its constructor is done.
      inspect: ({ actorRef }) => {
        const actor = actorRef as AnyActorRef;
        if (actor._parent === undefined && !known.has(actor)) queueMicrotask(() => add(actor));
      },
      add,
      stop: connection.stop,
    };
  };
