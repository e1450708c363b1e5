import { DEFAULT_TIMEZONE } from '#contracts/rules/business-time.ts';
import { dateIn } from '#src/locale/format.ts';
import { readStoredUser } from '#src/platform/token-vault.ts';

function getToday(field: 'timezone' | 'business_timezone'): string {
  const timezone = readStoredUser()?.[field];
  return dateIn(new Date(), typeof timezone === 'string' ? timezone : DEFAULT_TIMEZONE);
}

/** The calendar date in the timezone of the user, by which logs go. */
export const getUserToday = (): string => getToday('timezone');

/** The company's current date, which “today” means in reports. */
export const getBusinessToday = (): string => getToday('business_timezone');
