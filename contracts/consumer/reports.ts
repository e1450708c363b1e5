import { date, instant } from './matching.ts';

export { date } from './matching.ts';

/** The current day of each account, because provider states have no calendar. */
export const today = { date_from: '2026-11-20', date_to: '2026-11-20', date_mode: 'account_today' } as const;

export const fresh = { as_of: '2026-11-20T08:00:00.000Z', newest_at: '2026-11-20T09:50:00.000Z', provisional_from: '2026-11-18' };
export const freshLike = {
  as_of: instant(fresh.as_of),
  newest_at: instant(fresh.newest_at),
  provisional_from: date(fresh.provisional_from),
};

/** Only the fields that are present. */
export const plain = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));
