import type { BatchAgain } from '#contracts/endpoints/batch-detail.ts';
import type { CallContext } from '../call.ts';
import { accessRefusal } from '../people/index.ts';

/** What the caller needs to order the same batch again. Null when the type cannot be repeated or the caller may not do it now. */
export async function prepareRepeat(
  { db, now, caller, batches }: Pick<CallContext, 'db' | 'now' | 'caller' | 'batches'>,
  { id, type: name }: { id: number; type: string },
): Promise<BatchAgain | null> {
  const type = batches.findType(name);
  if (type?.prepareRepeat === undefined || accessRefusal(type, caller) !== null) return null;
  const { level, params, scheme_id } = await db
    .selectFrom('batch')
    .select(['level', 'params', 'scheme_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // A batch that undoes another one restores a different value for each object, so it cannot be ordered again.
  if ('undoes' in (params as object)) return null;
  return await type.prepareRepeat({ db, now, caller }, { id, level, params: params as never, schemeId: scheme_id });
}
