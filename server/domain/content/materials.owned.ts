import { sql } from 'kysely';
import type { OwnedKind } from '../ownership.ts';

/** A handover changes only the owner of materials; creator and uploader stay. */
export const ownedMaterials: OwnedKind = {
  type: 'materials',
  label: { zh: '个素材', en: 'creatives' },
  async count(db, userId) {
    const found = await db
      .selectFrom('material')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('owner_user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    return found.total;
  },
  async handOver(db, from, to) {
    await db
      .updateTable('material')
      .set({ owner_user_id: to, version: sql<number>`version + 1` })
      .where('owner_user_id', '=', from)
      .where('deleted_at', 'is', null)
      .execute();
  },
};
