/** A failure that was shown to the user, without request or response bodies. */
export interface ReportedFailure {
  kind: 'refused' | 'broken' | 'toast' | 'crash';
  /** As shown to the user. */
  message: string;
  /** Below /api, without query; absent when no call was made. */
  path?: string;
  method?: string;
  /** Code of the envelope; absent when there was none. */
  code?: number;
  reason?: string;
  /** Identifies the request in the log of the server. */
  traceId?: string;
  /** HTTP status; 0 without an answer. */
  status?: number;
  /** From the header of the answer. */
  requestId?: string;
}

const listeners = new Set<(failure: ReportedFailure) => void>();

/** Called wherever a failure is shown to the user. */
export const reportFailure = (failure: ReportedFailure): void => {
  for (const listener of listeners) listener(failure);
};

/** Returns a function that stops watching. */
export const watchFailures = (listener: (failure: ReportedFailure) => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
