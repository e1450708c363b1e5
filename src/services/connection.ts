/** What a call is made with. `serial` tells which sign-in the token came from. */
export interface Held {
  token: string;
  serial: number;
}

/** How the services reach the server, and who hears what every caller has to hear. */
export interface Connection {
  baseUrl: string;
  held: () => Held;
  /** True once nothing may be sent any more, because the session was taken away. */
  isSilent: () => boolean;
  /** Language tag for the server's messages. */
  language: () => string;
  /** Code 401. */
  onRejected: (rejection: { serial: number; message: string }) => void;
  /** Any other code but 0; `url` is the call's path without base and query. */
  onRefused: (refusal: { url: string; message: string; reason: string; traceId: string }) => void;
  /** No answer, or none that can be read. */
  onBroken: (message: string) => void;
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
