import { dateIn } from '#src/locale/format.ts';
import { storedUser } from '#src/platform/token-vault.ts';

/** The calendar date in the timezone of the user. */
export function readersToday(): string {
  const timezone = storedUser()?.timezone;
  return dateIn(new Date(), typeof timezone === 'string' ? timezone : 'Asia/Shanghai');
}
