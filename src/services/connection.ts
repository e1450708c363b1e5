/** The token of a call. `serial` identifies the sign-in that issued it. */
export interface CurrentToken {
  token: string;
  serial: number;
}

/** Identifies a call and its answer for troubleshooting, without bodies or secrets. */
export interface Trace {
  method: 'GET' | 'POST' | 'PATCH';
  /** Path of the call without base and query. */
  url: string;
  /** HTTP status; 0 without an answer. */
  status: number;
  /** Header `x-request-id` of the answer; empty when there is none. */
  requestId: string;
  /** A polled call: its failure is not shown to the user, because it is retried. */
  quiet?: true;
}

/** Why there is no usable answer: no answer, a timeout, an unreadable answer, a truncated file, or an ended session. */
export type MissingAnswer =
  | { kind: 'unreachable' | 'late' | 'cutOff' | 'ended' }
  /** `status`: HTTP. */
  | { kind: 'unreadable'; status: number };

/** How the services reach the server, and the handlers that every call notifies. */
export interface Connection {
  baseUrl: string;
  currentToken: () => CurrentToken;
  /** True once the session was revoked and nothing may be sent any more. */
  isClosed: () => boolean;
  /** Language tag for the server's messages. */
  language: () => string;
  /** Text shown to the user when there is no usable answer. */
  textFor: (reason: MissingAnswer) => string;
  /** Code 401, with the `reason` and `cause` of the server; empty when it gave none. */
  onRejected: (rejection: { serial: number; message: string; reason: string; cause: string }) => void;
  /** Any other code except 0. `isShownInPlace` is asked once the caller has handled the error. */
  onRefused: (refusal: Trace & { message: string; code: number; reason: string; traceId: string }, isShownInPlace?: () => boolean) => void;
  /** No answer, or an unreadable one. */
  onUnanswered: (failure: Trace & { message: string }) => void;
  /**
   * Every answer, before it is read. `rights` is its optional header `x-rights`, which changes when the permissions of the user change;
   * empty when absent.
   */
  onAnswered?: (answer: { url: string; serial: number; rights: string }) => void;
}

let installed: Connection | undefined;

/** Called once at start-up, and by tests. */
export const connect = (connection: Connection): void => {
  installed = connection;
};

export const connection = (): Connection => {
  if (!installed) throw new Error('the services are not connected');
  return installed;
};
