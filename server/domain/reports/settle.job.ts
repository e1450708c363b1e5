import type { Job } from '../jobs/index.ts';
import { settleDueMonths } from './settlement.ts';

/**
 * Settles the previous month on the 8th at 00:00 of the company, and months that earlier runs missed. The 8th begins and ends in every time
 * zone on the 7th and 8th of UTC.
 */
export const settleMonthJob: Job = {
  key: 'settle.month',
  name: { zh: '月度结算', en: 'Monthly settlement' },
  cron: '*/15 * 7,8 * *',
  timeoutS: 1_800,
  core: false,
  allowManual: true,
  async run({ db, now, signal, log }) {
    const { months, written } = await settleDueMonths(db, { now, signal, log });
    if (months === 0) log('no month is due');
    return { rowsIn: months, rowsOut: written };
  },
};
