/** Something that went wrong and was told to the reader. Never what was sent, never what was answered. */
export interface ToldFailure {
  kind: 'refused' | 'broken' | 'toast' | 'crash';
  /** As the reader saw it. */
  message: string;
  /** Below /api, without a query; absent where no call was made. */
  path?: string;
  method?: string;
  /** Of the envelope; absent where there was none. */
  code?: number;
  reason?: string;
  /** Finds the request in the server's log. */
  traceId?: string;
  /** HTTP status; 0 where no answer came. */
  status?: number;
  /** As the answer's own header says it. */
  requestId?: string;
}

const listeners = new Set<(failure: ToldFailure) => void>();

/** Called by whatever tells the reader of a failure. */
export const reportFailure = (failure: ToldFailure): void => {
  for (const listener of listeners) listener(failure);
};

/** Answers with what ends it. */
export const watchFailures = (listener: (failure: ToldFailure) => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
