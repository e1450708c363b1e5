import type { BatchAgain } from '#contracts/endpoints/batch-detail.ts';
import type { CallContext } from '../call.ts';
import { refusalOf } from '../people/index.ts';

/** What the caller, who sees the batch, needs to order the same again; null where they may not do so now, or nobody does. */
export async function orderedAgain(
  { db, now, caller, batches }: Pick<CallContext, 'db' | 'now' | 'caller' | 'batches'>,
  { id, type: name }: { id: number; type: string },
): Promise<BatchAgain | null> {
  const type = batches.typeOf(name);
  if (type?.again === undefined || refusalOf(type, caller) !== null) return null;
  const { level, params, scheme_id } = await db
    .selectFrom('batch')
    .select(['level', 'params', 'scheme_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return await type.again({ db, now, caller }, { id, level, params: params as never, schemeId: scheme_id });
}
