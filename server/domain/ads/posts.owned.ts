import type { OwnedKind } from '../ownership.ts';

/** The posts of a user that are not deleted. */
export const ownedPosts: OwnedKind = {
  type: 'posts',
  label: { zh: '个帖子', en: 'posts' },
  async count(db, userId) {
    const found = await db
      .selectFrom('post')
      .select((post) => post.fn.countAll<number>().as('count'))
      .where('owner_user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    return found.count;
  },
  async handOver(db, from, to) {
    await db.updateTable('post').set({ owner_user_id: to }).where('owner_user_id', '=', from).where('deleted_at', 'is', null).execute();
  },
};
