/** Hours of a day, days of a week. */
export const HOURS = 24;
export const DAYS = 7;

/** An hour of the week: `day` from 0, `hour` from 0. */
export interface WeekHour {
  day: number;
  hour: number;
}

const isWithin = (at: WeekHour, a: WeekHour, b: WeekHour): boolean =>
  at.day >= Math.min(a.day, b.day) &&
  at.day <= Math.max(a.day, b.day) &&
  at.hour >= Math.min(a.hour, b.hour) &&
  at.hour <= Math.max(a.hour, b.hour);

/** The week with the rectangle between two corners switched on or off. A week is 168 numbers, 1 where on, day by day. */
export const paintHours = (week: readonly number[], a: WeekHour, b: WeekHour, on: boolean): number[] =>
  Array.from({ length: DAYS * HOURS }, (_, at) =>
    isWithin({ day: Math.floor(at / HOURS), hour: at % HOURS }, a, b) ? Number(on) : (week[at] ?? 0),
  );

export const isOn = (week: readonly number[], { day, hour }: WeekHour): boolean => week[day * HOURS + hour] === 1;

export const countHours = (week: readonly number[]): number => week.reduce((sum, hour) => sum + (hour === 1 ? 1 : 0), 0);

/** Where an arrow key leads, stopping at the edges; undefined for other keys. */
export function moveHour({ day, hour }: WeekHour, key: string): WeekHour | undefined {
  const steps: Record<string, WeekHour> = {
    ArrowUp: { day: day - 1, hour },
    ArrowDown: { day: day + 1, hour },
    ArrowLeft: { day, hour: hour - 1 },
    ArrowRight: { day, hour: hour + 1 },
    Home: { day, hour: 0 },
    End: { day, hour: HOURS - 1 },
  };
  const to = steps[key];
  return to && { day: Math.min(Math.max(to.day, 0), DAYS - 1), hour: Math.min(Math.max(to.hour, 0), HOURS - 1) };
}
