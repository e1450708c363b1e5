import { expect, it } from 'vitest';
import { CURRENCY_DECIMALS } from '#machines/kernel/money.ts';
import { createTestDatabase } from '#tests/support/database.ts';

it('types and shows amounts with the digits that the database keeps them with', async () => {
  const { db, close } = await createTestDatabase();
  try {
    const kept = await db.selectFrom('currency').select(['code', 'exponent']).execute();
    expect(CURRENCY_DECIMALS).toEqual(Object.fromEntries(kept.map(({ code, exponent }) => [code, exponent])));
  } finally {
    await close();
  }
});
