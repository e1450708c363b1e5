const DAY_MS = 86_400_000;

/** Days since the drama went online, counting the first day; null before that day, and without one. */
export function daysOnline(onlineAt: string | null, today: string): number | null {
  if (onlineAt === null) return null;
  const days = Math.round((Date.parse(today) - Date.parse(onlineAt)) / DAY_MS) + 1;
  return days > 0 ? days : null;
}
