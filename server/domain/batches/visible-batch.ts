import type { CallContext } from '../call.ts';
import { refuse } from '../refusal.ts';
import { findVisibleBatch } from './batches.query.ts';

/** Refuses with NOT_FOUND unless the caller may see the batch. */
export async function requireVisibleBatch(context: Pick<CallContext, 'db' | 'caller' | 'menu'>, id: number) {
  const row = await findVisibleBatch(context.db, context, id);
  if (row === undefined) throw refuse('NOT_FOUND');
  return row;
}

/** Locks the batch if the caller may see it; refuses with NOT_FOUND otherwise. */
export async function lockVisibleBatch(context: Pick<CallContext, 'db' | 'caller' | 'menu'>, id: number) {
  await requireVisibleBatch(context, id);
  return await context.db
    .selectFrom('batch')
    .select(['id', 'type', 'finished_at', 'cancel_requested_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}
