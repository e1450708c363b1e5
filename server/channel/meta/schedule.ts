const DAYS = 7;
const HOURS = 24;

interface ScheduleEntry {
  readonly start_minute: number;
  readonly end_minute: number;
  /** 0 is Sunday. */
  readonly days: number[];
  readonly timezone_type: 'ADVERTISER';
}

/** The hours of each day that are on, as ranges. */
function rangesOf(hours: readonly unknown[]): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  for (const [hour, isOn] of hours.entries()) {
    if (isOn !== 1) continue;
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === hour) last[1] = hour + 1;
    else ranges.push([hour, hour + 1]);
  }
  return ranges;
}

/** Parameters for running in chosen hours of a week that begins on Monday; none without such hours. */
export function toSchedule(dayparting: unknown): { pacing_type?: string[]; adset_schedule?: ScheduleEntry[] } {
  if (!Array.isArray(dayparting) || dayparting.length !== DAYS * HOURS) return {};
  const entries = new Map<string, ScheduleEntry>();
  for (let day = 0; day < DAYS; day += 1) {
    for (const [from, to] of rangesOf(dayparting.slice(day * HOURS, (day + 1) * HOURS))) {
      const key = `${from}-${to}`;
      const entry = entries.get(key) ?? { start_minute: from * 60, end_minute: to * 60, days: [], timezone_type: 'ADVERTISER' };
      entry.days.push((day + 1) % DAYS);
      entries.set(key, entry);
    }
  }
  return { pacing_type: ['day_parting'], adset_schedule: [...entries.values()] };
}
