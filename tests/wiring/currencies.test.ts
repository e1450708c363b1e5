import { expect, it } from 'vitest';
import { decimalsOf } from '#contracts/rules/currencies.ts';
import { createTestDatabase } from '#tests/support/database.ts';

it('types and shows amounts with the digits that the database keeps them with', async () => {
  const { db, close } = await createTestDatabase();
  try {
    const kept = await db.selectFrom('currency').select(['code', 'exponent', 'meta_offset', 'symbol']).execute();
    expect(kept.length).toBeGreaterThan(0);
    for (const { code, exponent, meta_offset } of kept) {
      expect([code, exponent, meta_offset]).toEqual([code, decimalsOf(code), 10 ** decimalsOf(code)]);
    }
  } finally {
    await close();
  }
});
