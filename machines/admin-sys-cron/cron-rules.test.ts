import { expect, it } from 'vitest';
import { SCHEDULE_MAX, TIMEOUT_S } from '#contracts/rules/cron-limits.ts';
import { type CronValues, checkCron } from './cron-rules.ts';

const sound: CronValues = { cron: '0 3 * * *', timeout_s: TIMEOUT_S.max };
const wrongFields = (change: Partial<CronValues>) => Object.keys(checkCron({ ...sound, ...change }));

it('the form of a task accepts five fields and a timeout within the limits', () => {
  expect(wrongFields({})).toEqual([]);
  expect(wrongFields({ timeout_s: TIMEOUT_S.min })).toEqual([]);
});

it.each<[keyof CronValues, Partial<CronValues>]>([
  ['cron', { cron: '0 3 * *' }],
  ['cron', { cron: `${'1'.repeat(SCHEDULE_MAX)} * * * *` }],
  ['timeout_s', { timeout_s: TIMEOUT_S.min - 1 }],
  ['timeout_s', { timeout_s: TIMEOUT_S.max + 1 }],
  ['timeout_s', { timeout_s: 60.5 }],
  ['timeout_s', { timeout_s: undefined }],
])('refuses a wrong %s: %j', (field, change) => expect(wrongFields(change)).toEqual([field]));
