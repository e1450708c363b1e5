import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';

/** Where the company counts its days. */
export const BUSINESS_ZONE = 'Asia/Shanghai';

/** Today's date where the company counts its days, `YYYY-MM-DD`. */
export const businessDay = (now: Date): string => format(new TZDate(now, BUSINESS_ZONE), 'yyyy-MM-dd');
