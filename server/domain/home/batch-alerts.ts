import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { raiseAlert } from '../alerts.ts';

/** Whoever ordered a batch waits so long for it; of a longer one they are told. */
const WATCHED_MS = 10_000;

/**
 * Tells whoever ordered a batch that it ended, in the transaction that ended it: where it took long, or did not do everything. Batches
 * ordered by a rule or the clock are told of as well, to the person on whose behalf they ran.
 */
export async function tellBatchEnded(db: Kysely<Database>, batchId: number): Promise<void> {
  const batch = await db.selectFrom('batch').selectAll().where('id', '=', batchId).executeTakeFirst();
  if (batch === undefined || batch.finished_at === null) return;
  const { id, user_id, summary, status, ok, fail, unknown, total, finished_at, created_at } = batch;
  const isWhole = fail + unknown === 0 && status !== 'failed';
  if (isWhole && finished_at.getTime() - created_at.getTime() < WATCHED_MS) return;
  await raiseAlert(
    db,
    [user_id],
    {
      kind: 'batch_done',
      level: isWhole ? 'info' : ok === 0 ? 'error' : 'warn',
      data: { summary: summary as { zh: string; en: string }, ok, fail, unknown, total },
      link: `/advertising/copy-log?keyword=${id}`,
      // What is tried again ends again.
      dedupeKey: `batch:${id}:${finished_at.toISOString()}`,
    },
    finished_at,
  );
}
