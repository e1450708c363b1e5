/** The period that one point of a time axis covers. */
export type Step = 'hour' | 'day' | 'week' | 'month';

const DAY_MS = 86_400_000;

const shiftDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

const lastOfMonth = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** Days that a point covers, both ends included. Points are `YYYY-MM-DDTHH`, `YYYY-MM-DD`, the date of a Monday, or `YYYY-MM`. */
export function toDays(x: string, step: Step): { from: string; to: string } {
  switch (step) {
    case 'hour': {
      const day = x.slice(0, 10);
      return { from: day, to: day };
    }
    case 'day':
      return { from: x, to: x };
    case 'week':
      return { from: x, to: shiftDays(x, 6) };
    case 'month':
      return { from: `${x}-01`, to: lastOfMonth(x) };
  }
}

/** Short label for the axis. */
export function formatShortPoint(x: string, step: Step): string {
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

/** Full label of a single point. */
export function formatPoint(x: string, step: Step): string {
  switch (step) {
    case 'hour':
      return `${x.slice(0, 10)} ${x.slice(11, 13)}:00`;
    case 'week': {
      const { from, to } = toDays(x, step);
      return `${from} ~ ${to}`;
    }
    case 'day':
    case 'month':
      return x;
  }
}

/** Index of the first provisional point; the number of points when all are settled. */
export function findFirstProvisional(points: readonly string[], step: Step, from: string | undefined): number {
  if (from === undefined) return points.length;
  const at = points.findIndex((x) => toDays(x, step).to >= from);
  return at < 0 ? points.length : at;
}

/** Indexes of the first and last point within these days; undefined when there is none. */
export function pointsWithin(points: readonly string[], step: Step, days: { from: string; to: string }): [number, number] | undefined {
  const overlaps = (x: string) => {
    const { from, to } = toDays(x, step);
    return from <= days.to && to >= days.from;
  };
  const first = points.findIndex(overlaps);
  return first < 0 ? undefined : [first, points.findLastIndex(overlaps)];
}

/** The share of the way from the first place to the last; 0 and 1 beyond them. */
export function shareAt(places: readonly number[], at: number): number {
  const [first = 0, last = first] = [places.at(0), places.at(-1)];
  return last === first ? 0 : Math.min(Math.max((at - first) / (last - first), 0), 1);
}

/** Index of the point nearest to a coordinate; coordinates ascend. */
export function findNearest(places: readonly number[], at: number): number | undefined {
  let nearestIndex: number | undefined;
  let distance = Number.POSITIVE_INFINITY;
  for (const [index, place] of places.entries()) {
    if (Math.abs(place - at) >= distance) continue;
    nearestIndex = index;
    distance = Math.abs(place - at);
  }
  return nearestIndex;
}
