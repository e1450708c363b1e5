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

const QUARTER = 900_000;
/** Of late; clocks change on the quarter of an hour. */
const known = new Map<string, LocalHour>();
const KNOWN_MAX = 20_000;

/** Date and hour of an instant where an account lives. The hour that an autumn night has twice is told twice. */
export function localHour(zone: string, at: Date): LocalHour {
  const key = `${zone} ${Math.floor(at.getTime() / QUARTER)}`;
  const told = known.get(key);
  if (told !== undefined) return told;
  if (known.size >= KNOWN_MAX) known.clear();
  const hour = hourOf(zone, at);
  known.set(key, hour);
  return hour;
}

function hourOf(zone: string, at: Date): LocalHour {
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

/** The Sunday that the channel's week began with. */
export function weekStart(date: string): string {
  const told = weeks.get(date) ?? dayBefore(date, new Date(`${date}T00:00:00Z`).getUTCDay());
  weeks.set(date, told);
  return told;
}
