import { dateIn } from '#src/locale/format.ts';
import { readStoredUser } from '#src/platform/token-vault.ts';

/** The current date in the timezone of the user. */
export function today(): string {
  const timezone = readStoredUser()?.timezone;
  return dateIn(new Date(), typeof timezone === 'string' ? timezone : 'Asia/Shanghai');
}
