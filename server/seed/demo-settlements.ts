import type { Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { loadBusinessTimezone } from '#server/domain/business-time.ts';
import { getSettlementTime, listDueMonths, settleMonth } from '#server/domain/reports/settlement.ts';

/** Settles the past months of editors, each at its own time. */
export async function seedSettlements(db: Transaction<Database>, { asOf }: { asOf: Date }): Promise<void> {
  const timezone = await loadBusinessTimezone(db);
  for (const month of await listDueMonths(db, asOf)) await settleMonth(db, month, getSettlementTime(month, timezone));
}
