import { dateIn } from '#src/locale/format.ts';
import { readStoredUser } from '#src/platform/token-vault.ts';

/** The calendar date in the timezone of the user. */
export function getUserToday(): string {
  const timezone = readStoredUser()?.timezone;
  return dateIn(new Date(), typeof timezone === 'string' ? timezone : 'Asia/Shanghai');
}
