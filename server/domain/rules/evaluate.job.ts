import type { Job } from '../jobs/index.ts';
import { evaluateAccount, listEvaluatedAccounts, recordFailedRuns } from './evaluate-account.ts';
import { slotOf } from './schedule.ts';
import { settleHits } from './settle-hits.ts';

/** Evaluates the rules of hosted accounts, once per rule, account and half hour, however many servers run and however often they start. */
export const evaluateRules: Job = {
  key: 'rules.evaluate',
  name: { zh: '托管规则', en: 'Evaluate rules' },
  cron: '2,32 * * * *',
  timeoutS: 900,
  core: false,
  allowManual: true,
  async run({ db, now, signal, log }) {
    const settled = await settleHits(db, now);
    const slot = slotOf(now);
    const accounts = await listEvaluatedAccounts(db, now);
    let [runs, hits, failures] = [0, 0, 0];
    for (const account of accounts) {
      signal.throwIfAborted();
      try {
        const result = await evaluateAccount(db, account, { slot, now });
        runs += result.runs;
        hits += result.hits;
      } catch (error) {
        failures += 1;
        log(`${account.account_name}: ${error instanceof Error ? error.message : String(error)}`);
        await recordFailedRuns(db, account, { slot, now }, error);
      }
    }
    if (failures > 0 && failures === accounts.length) throw new Error(`the rules of ${failures} accounts could not be evaluated`);
    return { rowsIn: runs, rowsOut: hits, message: `${runs} runs, ${hits} hits, ${settled} settled, ${failures} accounts failed` };
  },
};
