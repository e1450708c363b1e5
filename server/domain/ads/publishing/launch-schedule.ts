/** How long one write takes when no quota delays it, and how many accounts of a launch are written to at a time. */
const WRITE_MS = 1_000;
const PARALLEL_LAUNCHES = 4;

/** Takes the place that is free first for so long, and returns when that begins. */
function takePlace(places: number[], ms: number): number {
  const begin = Math.min(...places);
  places[places.indexOf(begin)] = begin + ms;
  return begin;
}

/**
 * When each account is done: they are written to a few at a time, each no faster than its quota and the platform allow. An account that
 * waits for its quota leaves its place to others.
 */
export function scheduleAccounts(all: readonly { writes: number; ends_at: Date | null }[], now: Date): (Date | null)[] {
  const allPlaces = () => Array.from({ length: PARALLEL_LAUNCHES }, () => now.getTime());
  /** Places by who never leaves them, and by all writes. */
  const [kept, written] = [allPlaces(), allPlaces()];
  return all.map(({ writes, ends_at }) => {
    const writeMs = writes * WRITE_MS;
    const quotaMs = ends_at === null ? 0 : ends_at.getTime() - now.getTime();
    const begin = takePlace(kept, quotaMs > writeMs ? 0 : writeMs);
    const end = Math.max(begin + Math.max(quotaMs, writeMs), takePlace(written, writeMs) + writeMs);
    return ends_at === null ? null : new Date(end);
  });
}
