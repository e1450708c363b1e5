import { type Kysely, sql } from 'kysely';
import { cast } from '#contracts/states/cast.ts';
import type { PostSituations } from '#contracts/states/posts-situations.ts';
import type { AdPlatform, RemotePost } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';

type Db = Kysely<Database>;

const timestamps = () => ({ created_at: new Date(), updated_at: new Date() });

export const postIdTables = ['post'] as const;

export async function addPost(db: Db, { owner, ...given }: PostSituations['a post exists']): Promise<void> {
  const { platform_page_id: page } = await db
    .selectFrom('homepage')
    .select('platform_page_id')
    .where('id', '=', given.homepage_id)
    .executeTakeFirstOrThrow();
  const onChannel = { platform_post_id: `${page}_1`, eligible: true, reactions: 3, comments: 2, shares: 1, synced_at: new Date() };
  await db
    .insertInto('post')
    .values({
      ...given,
      ...(given.status === 'ready' ? onChannel : {}),
      type: 'video',
      message: '她回来了',
      headline: '第一集',
      call_to_action: 'WATCH_MORE',
      published: true,
      // The server refuses to save a post that is scheduled in the past.
      scheduled_at: new Date(Date.now() + 86_400_000),
      owner_user_id: owner,
      ...timestamps(),
    })
    .execute();
}

/** Adds `count` posts of the administrator on one homepage. */
export async function addManyPosts(db: Db, count: number): Promise<void> {
  await sql`
    with person as (
      insert into personal_account (channel, connector, platform_user_id, name, usage, owner_user_id, status, created_at, updated_at)
      values ('meta', 'sandbox', '1', 'many', 'self', ${cast.admin.id}, 'active', now(), now()) returning id
    ), page as (
      insert into homepage (channel, connector, platform_page_id, name, personal_account_id, tasks, is_published, biz, status, created_at, updated_at)
      select 'meta', 'sandbox', '1', 'many', id, '{ADVERTISE,CREATE_CONTENT}', true, 'dj', 'active', now(), now() from person returning id
    )
    insert into post (homepage_id, type, message, call_to_action, link_url, status, owner_user_id, created_at, updated_at)
    select page.id, 'video', 'n' || n, 'WATCH_MORE', 'https://many.test/', 'draft', ${cast.admin.id}, now(), now()
    from page, generate_series(1, ${count}::int) n`.execute(db);
}

/** The part of the scripted channel for posts. It accepts every post at once, finds it afterwards and deletes it on request. */
export const scriptedPosts: Pick<AdPlatform, 'createPost' | 'findPost' | 'postState' | 'deletePost'> = {
  createPost: async (_tok, page) => ({ post_id: `${page}_${process.hrtime.bigint()}` }),
  findPost: async () => null,
  postState: async (_tok, _page, id): Promise<RemotePost> => ({
    id,
    status: 'ready',
    eligible: true,
    reactions: 4,
    comments: 2,
    shares: 1,
  }),
  deletePost: async () => undefined,
};
