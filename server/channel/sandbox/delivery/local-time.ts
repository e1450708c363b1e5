const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

export interface LocalHour {
  /** As YYYY-MM-DD. */
  date: string;
  hour: number;
}

const QUARTER = 900_000;
/** Cache by quarter of an hour, because time zones change on quarters. */
const recentHours = new Map<string, LocalHour>();
const MAX_RECENT_HOURS = 20_000;

/** Local date and hour of an instant. In the autumn change both passes of the repeated hour have the same result. */
export function localHour(zone: string, at: Date): LocalHour {
  const key = `${zone} ${Math.floor(at.getTime() / QUARTER)}`;
  const cached = recentHours.get(key);
  if (cached !== undefined) return cached;
  if (recentHours.size >= MAX_RECENT_HOURS) recentHours.clear();
  const hour = computeLocalHour(zone, at);
  recentHours.set(key, hour);
  return hour;
}

function computeLocalHour(zone: string, at: Date): LocalHour {
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

const weeks = new Map<string, string>();

/** The Sunday on which the channel's week began. */
export function weekStart(date: string): string {
  const sunday = weeks.get(date) ?? dayBefore(date, new Date(`${date}T00:00:00Z`).getUTCDay());
  weeks.set(date, sunday);
  return sunday;
}
