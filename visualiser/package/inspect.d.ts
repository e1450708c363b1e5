import type { AnyActorRef, InspectionEvent } from 'xstate';

/** What a project adds to the rules by which secrets are recognised, or excepts from them. */
export interface Redaction {
  /** More names of secrets: whole names, whatever their case, or parts of names as expressions. */
  names?: readonly (string | RegExp)[];
  /** Names that look like those of secrets, but are not. */
  except?: readonly (string | RegExp)[];
  /** Secrets by their shape, wherever they stand in a text. */
  texts?: readonly RegExp[];
}

export interface InspectorOptions {
  /** Address of the relay of a visualiser on this computer; `ws://127.0.0.1:4710/live` by default. */
  url?: string;
  /** Reaches visualisers on other tabs of the same origin instead, without any server. */
  sameOrigin?: boolean;
  /** Name of a program without a window. */
  name?: string;
  /** Whether visualisers may send events to the machines; false by default. */
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

export declare function createInspector(options?: InspectorOptions): Inspector;
