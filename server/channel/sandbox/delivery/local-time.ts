const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  formats.set(zone, made);
  return made;
}

export interface LocalHour {
  /** YYYY-MM-DD. */
  date: string;
  hour: number;
}

/** Date and hour of an instant where an account lives. The hour that an autumn night has twice is told twice. */
export function localHour(zone: string, at: Date): LocalHour {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return { date: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`, hour: Number(parts.get('hour')) };
}

const DAY = 86_400_000;
export const dayBefore = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10);

/** The Sunday that the channel's week began with. */
export const weekStart = (date: string): string => dayBefore(date, new Date(`${date}T00:00:00Z`).getUTCDay());
