import type { Operation, Run } from '../operation.ts';
import { deliverUntil } from './advance.ts';

const DAY = 86_400_000;

/** Ad accounts whose delivery is due; accounts without ads have none. */
async function findDueAccounts({ db, now }: Operation): Promise<{ ids: string[]; until: Date }> {
  const found = await db
    .selectFrom('sbx_account')
    .select('id')
    .where('computed_until', '<=', now)
    .where(({ exists, selectFrom }) => exists(selectFrom('sbx_ad').select('id').whereRef('sbx_ad.account_id', '=', 'sbx_account.id')))
    .orderBy('position')
    .execute();
  return { ids: found.map(({ id }) => id), until: now };
}

/**
 * Computes the due delivery of all ad accounts in steps of a day. `beforeStep` runs before each step and may stop the run by throwing.
 * Everything up to the returned `until` is final afterwards.
 */
export async function advanceAll(
  run: Run,
  beforeStep: () => void = () => undefined,
): Promise<{ accounts: number; steps: number; until: Date }> {
  const { ids, until: deliveredUntil } = await run(findDueAccounts);
  let steps = 0;
  for (const id of ids) {
    for (let isBehind = true; isBehind; steps++) {
      beforeStep();
      isBehind = await run(async (operation) => {
        const account = await operation.db.selectFrom('sbx_account').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
        const dayLater = new Date(account.computed_until.getTime() + DAY);
        const until = dayLater < operation.now ? dayLater : operation.now;
        await deliverUntil(operation, account, until);
        return until < operation.now;
      });
    }
  }
  return { accounts: ids.length, steps, until: deliveredUntil };
}
