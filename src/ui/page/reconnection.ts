import { useState, useSyncExternalStore } from 'react';
import type { Failure } from '#machines/kernel/form/faults.ts';

let reconnections = 0;
const listeners = new Set<() => void>();

/** The server is reachable again after a network failure. */
export function noteReconnection(): void {
  reconnections += 1;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether a network failure is over, because the server was reached again since it was shown. */
export function useIsResolved(failure: Failure): boolean {
  const count = useSyncExternalStore(subscribe, () => reconnections);
  const [shown, setShown] = useState({ failure, count });
  if (shown.failure !== failure) setShown({ failure, count });
  return failure.unanswered === true && shown.failure === failure && count > shown.count;
}
