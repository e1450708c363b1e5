/** What one point of a time axis stands for. */
export type Step = 'hour' | 'day' | 'week' | 'month';

const DAY_MS = 86_400_000;

const shifted = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

const lastOfMonth = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** Days that a point stands for, both ends included. Points are `YYYY-MM-DDTHH`, `YYYY-MM-DD`, the date of a Monday, or `YYYY-MM`. */
export function daysOfPoint(x: string, step: Step): { from: string; to: string } {
  switch (step) {
    case 'hour': {
      const day = x.slice(0, 10);
      return { from: day, to: day };
    }
    case 'day':
      return { from: x, to: x };
    case 'week':
      return { from: x, to: shifted(x, 6) };
    case 'month':
      return { from: `${x}-01`, to: lastOfMonth(x) };
  }
}

/** As it stands under the axis. */
export function shortPoint(x: string, step: Step): string {
  switch (step) {
    case 'hour':
      return `${x.slice(5, 10)} ${x.slice(11, 13)}:00`;
    case 'day':
    case 'week':
      return x.slice(5);
    case 'month':
      return x;
  }
}

/** In full, where one point alone is spoken of. */
export function fullPoint(x: string, step: Step): string {
  switch (step) {
    case 'hour':
      return `${x.slice(0, 10)} ${x.slice(11, 13)}:00`;
    case 'week': {
      const { from, to } = daysOfPoint(x, step);
      return `${from} ~ ${to}`;
    }
    case 'day':
    case 'month':
      return x;
  }
}

/** The first point whose numbers will still change; as many as there are points where none will. */
export function firstProvisional(points: readonly string[], step: Step, from: string | undefined): number {
  if (from === undefined) return points.length;
  const at = points.findIndex((x) => daysOfPoint(x, step).to >= from);
  return at < 0 ? points.length : at;
}

/** Points within these days, first and last; undefined where none is. */
export function pointsWithin(points: readonly string[], step: Step, days: { from: string; to: string }): [number, number] | undefined {
  const isWithin = (x: string) => {
    const { from, to } = daysOfPoint(x, step);
    return from <= days.to && to >= days.from;
  };
  const first = points.findIndex(isWithin);
  return first < 0 ? undefined : [first, points.findLastIndex(isWithin)];
}

/** The point nearest to a place; places ascend. */
export function nearest(places: readonly number[], at: number): number | undefined {
  let best: number | undefined;
  let distance = Number.POSITIVE_INFINITY;
  for (const [index, place] of places.entries()) {
    if (Math.abs(place - at) >= distance) continue;
    best = index;
    distance = Math.abs(place - at);
  }
  return best;
}
