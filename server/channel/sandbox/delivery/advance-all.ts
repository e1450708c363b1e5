import type { Operation, Run } from '../operation.ts';
import { deliverUntil } from './advance.ts';

const DAY = 86_400_000;

/** Accounts that are behind. Where nothing was ever launched, nothing is due. */
async function behind({ db, now }: Operation): Promise<{ ids: string[]; until: Date }> {
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
 * Delivers what is due everywhere, account by account, a day at a time; `before` each step, which it may end by throwing. What happened up
 * to `until` is known afterwards, and nothing is added to it later.
 */
export async function advanceAll(
  run: Run,
  before: () => void = () => undefined,
): Promise<{ accounts: number; steps: number; until: Date }> {
  const { ids, until: known } = await run(behind);
  let steps = 0;
  for (const id of ids) {
    for (let isBehind = true; isBehind; steps++) {
      before();
      isBehind = await run(async (operation) => {
        const account = await operation.db.selectFrom('sbx_account').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
        const dayLater = new Date(account.computed_until.getTime() + DAY);
        const until = dayLater < operation.now ? dayLater : operation.now;
        await deliverUntil(operation, account, until);
        return until < operation.now;
      });
    }
  }
  return { accounts: ids.length, steps, until: known };
}
