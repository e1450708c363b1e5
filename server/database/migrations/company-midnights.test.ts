import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { companyMidnights } from './0070-company-midnights.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

it('changes the schedules that nobody chose, and runs these tasks soon', async () => {
  const later = new Date('2100-01-07T16:00:00Z');
  const job = (key: string, cron: string, next_run_at: Date | null) => ({
    key,
    name_zh: key,
    name_en: key,
    cron,
    next_run_at,
    core: false,
    allow_manual: true,
    timeout_s: 60,
    created_at: later,
    updated_at: later,
  });
  const jobs = [
    job('content.expire', '0 16 * * *', null),
    job('settle.month', '0 16 7 * *', later),
    job('score.nightly', '0 16 * * *', later),
  ];
  await test.db.deleteFrom('cron_job').execute();
  await test.db.insertInto('cron_job').values(jobs).execute();
  await companyMidnights.up(test.db as never);
  await test.db.updateTable('cron_job').set({ cron: '5 5 * * *' }).where('key', '=', 'settle.month').execute();
  await companyMidnights.up(test.db as never);
  const found = await test.db.selectFrom('cron_job').select(['key', 'cron', 'next_run_at']).orderBy('key').execute();
  expect(found).toEqual([
    { key: 'content.expire', cron: '*/15 * * * *', next_run_at: null },
    { key: 'score.nightly', cron: '0 16 * * *', next_run_at: later },
    { key: 'settle.month', cron: '5 5 * * *', next_run_at: expect.any(Date) },
  ]);
  expect(found[2]?.next_run_at?.getTime()).toBeLessThan(later.getTime());
});
