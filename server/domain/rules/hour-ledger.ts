import { TZDate } from '@date-fns/tz';
import type { RuleBaseline, RuleWindow } from '#contracts/vocabulary/host-rules.ts';

const HOUR_MS = 3_600_000;
const HOURS_PER_DAY = 24;

/** An hour of the account's own clock: hours since 1970-01-01 00:00 by that clock. */
export type LocalHour = number;

export const toLocalHour = (date: string, hour: number): LocalHour => Date.parse(date) / HOUR_MS + hour;

export function localHourOf(at: Date, timezone: string): LocalHour {
  const local = new TZDate(at, timezone);
  return Date.UTC(local.getFullYear(), local.getMonth(), local.getDate(), local.getHours()) / HOUR_MS;
}

export const startOfLocalDay = (hour: LocalHour): LocalHour => hour - (hour % HOURS_PER_DAY);
export const toLocalDate = (hour: LocalHour): string => new Date(hour * HOUR_MS).toISOString().slice(0, 10);

/** Hours from the first, before the second. */
export interface HourRange {
  readonly from: LocalHour;
  readonly before: LocalHour;
}

/** The current hour, and the hour up to which figures are complete. */
export interface HourClock {
  readonly now: LocalHour;
  /** Figures of this hour may be missing in part; those of the hours before it are known. */
  readonly known: LocalHour;
}

const BASELINE_HOURS: Readonly<Record<Exclude<RuleWindow, 'lifetime'>, number>> = {
  today: HOURS_PER_DAY,
  last_3h: 3,
  yesterday: HOURS_PER_DAY,
  last_3d: 3 * HOURS_PER_DAY,
  last_7d: 7 * HOURS_PER_DAY,
};

/** The hours of a window. */
export function rangeOf(window: RuleWindow, { now, known }: HourClock): HourRange {
  const today = startOfLocalDay(now);
  switch (window) {
    case 'today':
      return { from: today, before: now + 1 };
    case 'last_3h':
      return { from: known - 3, before: known };
    case 'yesterday':
      return { from: today - HOURS_PER_DAY, before: today };
    case 'last_3d':
      return { from: today - 2 * HOURS_PER_DAY, before: now + 1 };
    case 'last_7d':
      return { from: today - 6 * HOURS_PER_DAY, before: now + 1 };
    case 'lifetime':
      return { from: Number.NEGATIVE_INFINITY, before: now + 1 };
  }
}

/** A window and the period it is compared with, both without the hours that are not complete. */
export function comparedRanges(
  window: Exclude<RuleWindow, 'lifetime'>,
  against: RuleBaseline,
  clock: HourClock,
): { current: HourRange; base: HourRange } {
  const { from, before } = rangeOf(window, clock);
  const current = { from, before: Math.min(before, clock.known) };
  const shift = against === 'week_ago' ? 7 * HOURS_PER_DAY : BASELINE_HOURS[window];
  return { current, base: { from: current.from - shift, before: current.before - shift } };
}

/** Measures that conditions are computed from. */
export const ruleMeasures = [
  'spend_usd',
  'impressions',
  'link_clicks',
  'new_users',
  'plat_purchases',
  'first_payers',
  'revenue_usd',
  'rev_d0',
  'rev_h24',
] as const;
export type RuleMeasure = (typeof ruleMeasures)[number];
export type RuleSums = Record<RuleMeasure, number>;

const WIDTH = ruleMeasures.length;
const noSums = (): RuleSums => Object.fromEntries(ruleMeasures.map((measure) => [measure, 0])) as RuleSums;

/** Sums of objects by hour. Figures of hours before the first one count only in the whole of an object. */
export class HourLedger {
  readonly #first: LocalHour;
  readonly #hours: number;
  readonly #cells = new Map<number, Float64Array>();
  readonly #earlier = new Map<number, RuleSums>();

  constructor({ from, before }: HourRange) {
    this.#first = from;
    this.#hours = before - from;
  }

  #cellsOf(object: number): Float64Array {
    const cells = this.#cells.get(object) ?? new Float64Array(this.#hours * WIDTH);
    this.#cells.set(object, cells);
    return cells;
  }

  add(object: number, hour: LocalHour, changes: Partial<RuleSums>): void {
    if (hour < this.#first) this.addEarlier(object, changes);
    if (hour < this.#first || hour >= this.#first + this.#hours) return;
    const cells = this.#cellsOf(object);
    const at = (hour - this.#first) * WIDTH;
    for (const [index, measure] of ruleMeasures.entries()) {
      const change = changes[measure];
      if (change !== undefined) cells[at + index] = (cells[at + index] ?? 0) + change;
    }
  }

  addEarlier(object: number, changes: Partial<RuleSums>): void {
    const sums = this.#earlier.get(object) ?? noSums();
    for (const measure of ruleMeasures) sums[measure] += changes[measure] ?? 0;
    this.#earlier.set(object, sums);
  }

  sum(object: number, { from, before }: HourRange): RuleSums {
    const sums = noSums();
    const earlier = from < this.#first ? this.#earlier.get(object) : undefined;
    if (earlier !== undefined && !Number.isFinite(from)) Object.assign(sums, earlier);
    const cells = this.#cells.get(object);
    if (cells === undefined) return sums;
    const first = Math.max(0, from - this.#first);
    const last = Math.min(this.#hours, before - this.#first);
    for (let hour = first; hour < last; hour += 1) {
      for (const [index, measure] of ruleMeasures.entries()) sums[measure] += cells[hour * WIDTH + index] ?? 0;
    }
    return sums;
  }
}
