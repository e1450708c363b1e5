import { TZDate } from '@date-fns/tz';
import type { RuleSchedule } from '#contracts/rules/host-rules.ts';

const HALF_HOUR_MS = 30 * 60_000;

/** Beginning of the half hour in which an evaluation falls. It names the evaluation, so that it happens once. */
export const slotOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HALF_HOUR_MS) * HALF_HOUR_MS);

export const addSlots = (slot: Date, count: number): Date => new Date(slot.getTime() + count * HALF_HOUR_MS);

/** Whether a rule is checked in the half hour that begins at `slot`, by the clock of the account. */
export function isDue({ every, at = '00:00', hours }: RuleSchedule, slot: Date, timezone: string): boolean {
  const local = new TZDate(slot, timezone);
  const [hour, minute] = [local.getHours(), local.getMinutes()];
  if (every === 'day') {
    const [dueHour = 0, dueMinute = 0] = at.split(':').map(Number);
    const sinceDue = hour * 60 + minute - (dueHour * 60 + dueMinute);
    // The first half hour that begins at or after the time of day.
    return sinceDue >= 0 && sinceDue < 30;
  }
  if (hours !== undefined && (hour < hours[0] || hour >= hours[1])) return false;
  return every === 'half_hour' || minute < 30;
}
