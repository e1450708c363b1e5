import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { THRESHOLDS_SETTING } from './evaluations/index.ts';
import { defaultLimits, readLimits, settingKeys } from './limits.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('settings', () => {
  it('of a new installation are all read and equal the defaults', async () => {
    const rows = await database.db.selectFrom('setting').select(['key', 'value']).execute();
    // Thresholds by language and the time zone are no limits; others read them by themselves.
    const others = rows.flatMap(({ key }) => (settingKeys[key] === undefined ? [key] : []));
    expect(others.toSorted()).toEqual(['BIZ_TZ', THRESHOLDS_SETTING]);
    expect(await readLimits(database.db)).toEqual(defaultLimits);
  });

  it('override the defaults, and options override both', async () => {
    await database.db.updateTable('setting').set({ value: '7' }).where('key', 'in', ['UPLOAD_MAX_VIDEO', 'BATCH_MAX']).execute();
    expect(await readLimits(database.db, { batchMax: 9 })).toEqual({ ...defaultLimits, uploadMaxVideo: 7, batchMax: 9 });
  });
});
