import type { Job } from '#server/domain/jobs/index.ts';
import type { Run } from '../operation.ts';
import { deliverUntil } from './advance.ts';

const DAY = 86_400_000;

/** Delivers what is due, account by account, a day at a time. Whenever it runs, and however often, the outcome is the same. */
export const tickJob = (run: Run): Job => ({
  key: 'sandbox.tick',
  name: { zh: '沙箱推进', en: 'Advance the simulated channel' },
  cron: '*/5 * * * *',
  timeoutS: 240,
  core: false,
  allowManual: true,
  async run({ signal, log }) {
    // Where nothing was ever launched, nothing is due.
    const ids = await run(async ({ db, now }) => {
      const behind = await db
        .selectFrom('sbx_account')
        .select('id')
        .where('computed_until', '<=', now)
        .where(({ exists, selectFrom }) => exists(selectFrom('sbx_ad').select('id').whereRef('sbx_ad.account_id', '=', 'sbx_account.id')))
        .orderBy('position')
        .execute();
      return behind.map(({ id }) => id);
    });
    let rowsOut = 0;
    for (const id of ids) {
      for (let isBehind = true; isBehind; ) {
        signal.throwIfAborted();
        isBehind = await run(async (operation) => {
          const account = await operation.db
            .selectFrom('sbx_account')
            .selectAll()
            .where('id', '=', id)
            .forUpdate()
            .executeTakeFirstOrThrow();
          const dayLater = new Date(account.computed_until.getTime() + DAY);
          const until = dayLater < operation.now ? dayLater : operation.now;
          await deliverUntil(operation, account, until);
          return until < operation.now;
        });
        rowsOut += 1;
      }
    }
    log(`${ids.length} accounts`);
    return { rowsIn: ids.length, rowsOut };
  },
});
