import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { AdPlatformError } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { raiseAlert } from '../alerts.ts';
import type { Connections } from '../connections.ts';
import { countRunningAds } from '../in-use.ts';
import type { Job } from '../jobs/index.ts';
import { writeOpLog } from '../people/index.ts';
import { Refusal } from '../refusal.ts';
import { checkPost, POST } from './posts.batches.ts';

type Db = Kysely<Database>;

const KEY = 'posts.check';
/** Most posts of one run. Those that were not checked for the longest time come first. */
const MAX_POSTS = 400;
const RECHECK_AFTER_MS = 12 * 3_600_000;
/** Characters of a message that name a post without a headline. */
const NAME_LENGTH = 40;

interface KnownPost {
  id: number;
  platform_post_id: string;
  homepage_id: number;
  owner_user_id: number;
  name: string;
}

async function loadPostsToCheck(db: Db, now: Date): Promise<KnownPost[]> {
  const before = new Date(now.getTime() - RECHECK_AFTER_MS);
  const { rows } = await sql<KnownPost>`
    select p.id, p.platform_post_id, p.homepage_id, p.owner_user_id, coalesce(nullif(p.headline, ''), left(p.message, ${NAME_LENGTH})) as name
    from post p join homepage h on h.id = p.homepage_id join personal_account a on a.id = h.personal_account_id
    where p.deleted_at is null and p.status = 'ready' and p.platform_post_id is not null and h.deleted_at is null and a.deleted_at is null
      and a.status in ('active', 'expiring', 'limited') and (p.synced_at is null or p.synced_at < ${before})
    order by p.synced_at nulls first, p.id limit ${MAX_POSTS}`.execute(db);
  return rows;
}

/** Tells the owners of lost posts, and those whose running ads show them. */
async function tellOfLost(db: Db, lost: readonly KnownPost[], now: Date): Promise<void> {
  const { rows: users } = await sql<{ post_id: number; user_id: number }>`
    select x.post_id, x.owner_user_id as user_id from ad x
    where x.post_id = any(${lost.map(({ id }) => id)}::bigint[]) and x.owner_user_id is not null and x.deleted_at is null`.execute(db);
  const concerned = new Map<number, Set<KnownPost>>();
  const add = (user: number, post: KnownPost) => concerned.set(user, (concerned.get(user) ?? new Set()).add(post));
  for (const post of lost) {
    add(post.owner_user_id, post);
    for (const { user_id } of users.filter(({ post_id }) => post_id === post.id)) add(user_id, post);
  }
  for (const [user, posts] of concerned) {
    const [first] = posts;
    if (first === undefined) continue;
    let ads = 0;
    for (const { id } of posts) ads += await countRunningAds(db, 'post', id);
    const ids = [...posts].map(({ id }) => id).sort((one, other) => one - other);
    const search = new URLSearchParams({ status: 'lost', ...(posts.size === 1 ? { keyword: first.platform_post_id } : {}) });
    await raiseAlert(
      db,
      [user],
      {
        kind: 'posts_lost',
        data: { name: first.name, count: posts.size, ads },
        link: `/advertising/post?${search}`,
        dedupeKey: `posts_lost ${createHash('sha256').update(ids.join()).digest('hex')}`,
      },
      now,
    );
  }
}

async function recordLost(db: Db, { id, name }: KnownPost, now: Date): Promise<void> {
  await writeOpLog(db, [
    {
      targetType: POST,
      targetId: id,
      targetLabel: name,
      summary: { codes: ['gone from the platform'] },
      before: { status: 'ready' },
      after: { status: 'lost' },
      at: now,
      userId: null,
      account: 'system',
      action: `cron:${KEY}`,
      ip: '',
      ok: true,
      code: 0,
      ms: 0,
    },
  ]);
}

/** A page that cannot be asked now; its other posts are not asked either. */
const isOfPage = (error: unknown): boolean => error instanceof Refusal || (error instanceof AdPlatformError && error.kind !== 'rejected');

async function checkAll(
  context: Connections & { db: Db; now: Date; signal: AbortSignal; log(line: string): void },
  posts: readonly KnownPost[],
) {
  const lost: KnownPost[] = [];
  const failed = new Set<number>();
  let checked = 0;
  for (const post of posts) {
    context.signal.throwIfAborted();
    if (failed.has(post.homepage_id)) continue;
    try {
      if ((await checkPost(context, post.id)) === 'lost') {
        await recordLost(context.db, post, context.now);
        lost.push(post);
      }
      checked += 1;
    } catch (error) {
      if (!isOfPage(error) && !(error instanceof AdPlatformError)) throw error;
      if (isOfPage(error)) failed.add(post.homepage_id);
      context.log(`post ${post.id}: ${error instanceof Error ? error.message : 'not checked'}`);
    }
  }
  return { lost, failed, checked };
}

/** Asks the channel for every post that is ready, and finds those that were removed there. */
export const checkPosts: Job = {
  key: KEY,
  name: { zh: '帖子核对', en: 'Check posts' },
  cron: '25 */2 * * *',
  timeoutS: 900,
  core: false,
  allowManual: true,
  async run(context) {
    const posts = await loadPostsToCheck(context.db, context.now);
    const { lost, failed, checked } = await checkAll(context, posts);
    if (lost.length > 0) await tellOfLost(context.db, lost, context.now);
    return {
      rowsIn: checked,
      rowsOut: lost.length,
      message: `${checked} of ${posts.length} posts checked, ${lost.length} gone, ${failed.size} pages could not be asked`,
    };
  },
};
