import type { Job } from '#server/domain/jobs/index.ts';
import type { Run } from '../operation.ts';
import { advanceAll } from './advance-all.ts';

/** Delivers all accounts in steps of a day. The result does not depend on when or how often it runs. */
export const tickJob = (run: Run): Job => ({
  key: 'sandbox.tick',
  name: { zh: '沙箱推进', en: 'Advance the simulated channel' },
  cron: '*/5 * * * *',
  timeoutS: 240,
  core: false,
  allowManual: true,
  async run({ signal, log }) {
    const { accounts, steps } = await advanceAll(run, () => signal.throwIfAborted());
    log(`${accounts} accounts`);
    return { rowsIn: accounts, rowsOut: steps };
  },
});
