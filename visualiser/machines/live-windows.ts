import type { ShownWindow } from '#visualiser/model/protocol.ts';

/** A window that is there, as far as is known. */
export interface SeenWindow extends ShownWindow {
  /** How often it was looked for since it said its last word. */
  silence: number;
}

/** Who did not answer so often is gone. */
const MOST_SILENCE = 3;

/** A window that said something of itself; one that was reloaded is the same window. */
export const withWindow = (windows: readonly SeenWindow[], shown: ShownWindow): readonly SeenWindow[] => {
  const seen: SeenWindow = { ...shown, silence: 0 };
  return windows.some(({ window }) => window === shown.window)
    ? windows.map((one) => (one.window === shown.window ? seen : one))
    : [...windows, seen];
};

/** A page load that ended; the window may have begun another one already. */
export const withoutSession = (windows: readonly SeenWindow[], session: string): readonly SeenWindow[] =>
  windows.filter((one) => one.session !== session);

/** Time passed: everybody is silent for once more, and who was silent too often is gone. */
export const withSilence = (windows: readonly SeenWindow[]): readonly SeenWindow[] =>
  windows.flatMap((one) => (one.silence < MOST_SILENCE ? [{ ...one, silence: one.silence + 1 }] : []));
