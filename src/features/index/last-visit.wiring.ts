import { getPrefs, savePref } from '#src/services/prefs.service.ts';

const KEY = 'home.visit';
/** A visit ends when the home page was not looked at for this long. */
const VISIT_GAP_MS = 2 * 3_600_000;

interface Visit {
  /** When the home page was last looked at. */
  seenAt: string;
  /** When the visit before this one ended. */
  since?: string;
}

const isVisit = (value: unknown): value is Visit => typeof value === 'object' && value !== null && 'seenAt' in value;

/** Notes that the home page is looked at, and returns when the visit before this one ended; undefined on the first visit. */
export async function beginVisit(signal: AbortSignal, now = new Date()): Promise<string | undefined> {
  const saved = (await getPrefs({ keys: [KEY] }, signal)).values[KEY];
  const before = isVisit(saved) ? saved : undefined;
  const isSameVisit = before !== undefined && now.getTime() - Date.parse(before.seenAt) < VISIT_GAP_MS;
  const since = isSameVisit ? before.since : before?.seenAt;
  await savePref({ key: KEY, value: { seenAt: now.toISOString(), ...(since !== undefined && { since }) } }, signal);
  return since;
}
