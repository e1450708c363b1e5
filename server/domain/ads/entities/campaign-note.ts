import type { setEntityNote } from '#contracts/endpoints/ad-entities.ts';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { CallContext } from '../../call.ts';
import { requireVisible } from './entity-trend.ts';

/** Keeps a note on a campaign. It touches nothing that is sent to the channel, so the version of the campaign stays. */
export async function saveNote(
  context: CallContext,
  { id, note }: RequestOf<typeof setEntityNote>,
): Promise<ReplyOf<typeof setEntityNote>> {
  const { db } = context;
  await requireVisible(context, 'campaign', id);
  const before = await db.selectFrom('campaign').select(['name', 'note']).where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  const after = note.trim() === '' ? null : note.trim();
  await db.updateTable('campaign').set({ note: after }).where('id', '=', id).execute();
  context.audit({
    targetType: 'campaign',
    targetId: id,
    targetLabel: before.name,
    before: { note: before.note },
    after: { note: after },
  });
  return { id, note: after };
}
