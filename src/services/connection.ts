/** What a call is made with. `serial` tells which sign-in the token came from. */
export interface Held {
  token: string;
  serial: number;
}

/** Where a call went, and how it came back: enough to find it again. No bodies, no secrets. */
export interface Trace {
  method: 'GET' | 'POST' | 'PATCH';
  /** The call's path without base and query. */
  url: string;
  /** HTTP status; 0 where no answer came. */
  status: number;
  /** As the header `x-request-id` of the answer says it; empty where there is none. */
  requestId: string;
  /** Asked by the clock, not by the reader, who is not told what became of it: it is asked again. */
  quiet?: true;
}

/** Why there is no usable answer: none came, none in time, one that nobody can read, half a file, or the session is over. */
export type Silence =
  | { kind: 'unreachable' | 'late' | 'cutOff' | 'ended' }
  /** `status`: HTTP. */
  | { kind: 'unreadable'; status: number };

/** How the services reach the server, and who hears what every caller has to hear. */
export interface Connection {
  baseUrl: string;
  held: () => Held;
  /** True once nothing may be sent any more, because the session was taken away. */
  isSilent: () => boolean;
  /** Language tag for the server's messages. */
  language: () => string;
  /** What the reader is shown where no usable answer came, in their language. */
  wordsFor: (silence: Silence) => string;
  /** Code 401. `reason` and the `cause` behind it as the server gave them; empty where it gave none. */
  onRejected: (rejection: { serial: number; message: string; reason: string; cause: string }) => void;
  /** Any other code but 0. */
  onRefused: (refusal: Trace & { message: string; code: number; reason: string; traceId: string }) => void;
  /** No answer, or none that can be read. */
  onBroken: (breakage: Trace & { message: string }) => void;
  /**
   * Every answer, whatever it says, before anybody reads it. `rights` is its optional header `x-rights`: it changes when
   * what the caller may do changes; empty where there is none.
   */
  onAnswered?: (answer: { url: string; serial: number; rights: string }) => void;
}

let current: Connection | undefined;

/** Called once by whoever composes the program, and by tests. */
export const connect = (connection: Connection): void => {
  current = connection;
};

export const connection = (): Connection => {
  if (!current) throw new Error('the services are not connected');
  return current;
};
