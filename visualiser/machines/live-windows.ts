import type { ShownWindow } from '#visualiser/model/protocol.ts';

/** A window of this browser that has announced itself. */
export interface KnownWindow extends ShownWindow {
  /** Heartbeats since its last announcement. */
  missedHeartbeats: number;
}

/** A window that misses more heartbeats is gone. */
const MAX_MISSED_HEARTBEATS = 3;

/** Adds or updates a window; a reloaded window keeps its place. */
export const updateWindow = (windows: readonly KnownWindow[], shown: ShownWindow): readonly KnownWindow[] => {
  const seen: KnownWindow = { ...shown, missedHeartbeats: 0 };
  return windows.some(({ window }) => window === shown.window)
    ? windows.map((one) => (one.window === shown.window ? seen : one))
    : [...windows, seen];
};

/** Removes an ended page load; its window may already have started another one. */
export const removeSession = (windows: readonly KnownWindow[], session: string): readonly KnownWindow[] =>
  windows.filter((one) => one.session !== session);

/** Counts one more missed heartbeat for every window and removes those that missed too many. */
export const countMissedHeartbeats = (windows: readonly KnownWindow[]): readonly KnownWindow[] =>
  windows.flatMap((one) => (one.missedHeartbeats < MAX_MISSED_HEARTBEATS ? [{ ...one, missedHeartbeats: one.missedHeartbeats + 1 }] : []));
