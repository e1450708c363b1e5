import type { CallContext } from '../call.ts';
import { refuse } from '../refusal.ts';
import { type BatchReader, findVisibleBatch } from './batches.query.ts';
import { canUndo } from './undo.ts';

type ReaderContext = Pick<CallContext, 'caller' | 'menu' | 'batches'>;

/** The reader of a batch row, who is told what they may do with it. */
export const readerOf = ({ caller, menu, batches: engine }: ReaderContext): BatchReader => ({
  caller,
  menu,
  canUndo: (record) => canUndo(record, { caller, batches: engine }),
});

/** Refuses with NOT_FOUND unless the caller may see the batch. */
export async function requireVisibleBatch(context: ReaderContext & Pick<CallContext, 'db'>, id: number) {
  const row = await findVisibleBatch(context.db, readerOf(context), id);
  if (row === undefined) throw refuse('NOT_FOUND');
  return row;
}

/** Locks the batch if the caller may see it; refuses with NOT_FOUND otherwise. */
export async function lockVisibleBatch(context: ReaderContext & Pick<CallContext, 'db'>, id: number) {
  await requireVisibleBatch(context, id);
  return await context.db
    .selectFrom('batch')
    .select(['id', 'type', 'finished_at', 'cancel_requested_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}
