import type { Job, JobContext } from '../jobs/index.ts';

/** One kind of objects that is scored every night. */
export interface Scoring {
  /** For the log of the run. */
  readonly name: string;
  run(context: JobContext): Promise<{ scored: number; changed: number }>;
}

/** Scores every kind. A kind that fails does not keep the others from being scored; its error is raised after them. */
export const createScoreJob = (scorings: readonly Scoring[]): Job => ({
  key: 'score.nightly',
  name: { zh: '评分', en: 'Nightly scores' },
  cron: '40 20 * * *',
  timeoutS: 1_800,
  core: false,
  allowManual: true,
  async run(context) {
    let [rowsIn, rowsOut] = [0, 0];
    const errors: unknown[] = [];
    for (const { name, run } of scorings) {
      context.signal.throwIfAborted();
      try {
        const { scored, changed } = await run(context);
        context.log(`${name}: ${scored} scored, ${changed} changed`);
        rowsIn += scored;
        rowsOut += changed;
      } catch (error) {
        context.signal.throwIfAborted();
        context.log(`${name}: ${error instanceof Error ? error.message : 'failed'}`);
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
    return { rowsIn, rowsOut };
  },
});
