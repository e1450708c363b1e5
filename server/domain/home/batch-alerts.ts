import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { raiseAlert } from '../alerts.ts';

/** Users watch a batch for about this long; a longer one gets an alert. */
const ATTENTION_MS = 10_000;

/**
 * Alerts the user of a batch that has ended, in the same transaction, when it took long or was not entirely successful. Batches started
 * by a rule or schedule are included.
 */
export async function alertBatchEnded(db: Kysely<Database>, batchId: number): Promise<void> {
  const batch = await db.selectFrom('batch').selectAll().where('id', '=', batchId).executeTakeFirst();
  if (batch === undefined || batch.finished_at === null) return;
  const { id, user_id, summary, status, ok, fail, unknown, total, finished_at, created_at } = batch;
  const isComplete = fail + unknown === 0 && status !== 'failed';
  if (isComplete && finished_at.getTime() - created_at.getTime() < ATTENTION_MS) return;
  await raiseAlert(
    db,
    [user_id],
    {
      kind: 'batch_done',
      level: isComplete ? 'info' : ok === 0 ? 'error' : 'warn',
      data: { summary: summary as { zh: string; en: string }, ok, fail, unknown, total },
      link: `/advertising/copy-log?keyword=${id}`,
      // A retried batch ends again and gets another alert.
      dedupeKey: `batch:${id}:${finished_at.toISOString()}`,
    },
    finished_at,
  );
}
