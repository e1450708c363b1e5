import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { createPost, deletePosts, syncPosts } from '#contracts/endpoints/posts.ts';
import type { PostStatus } from '#contracts/vocabulary/posts.ts';
import { type AdPlatform, AdPlatformError, type FileRef, type PostSpec, type RemotePost, type Tok } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { openGrant, PAGE_TOKEN_PLACE } from '../assets/index.ts';
import {
  type AnyBatchType,
  type BatchItem,
  type BatchType,
  type ItemContext,
  type LookupContext,
  type Outcome,
  UPLOADING_ITEM_LIMIT_MS,
} from '../batches/index.ts';
import { toItemOutcome } from '../channel-refusal.ts';
import { requirePostUnused } from '../in-use.ts';
import { refuse } from '../refusal.ts';
import { requireComplete } from './post-parts.ts';
import * as repository from './posts.repository.ts';
import { isDeletable, isSyncable } from './posts.rules.ts';

export const POST = 'post';

/** Posts of one order that one server works on at the same time. */
const MAX_PARALLEL_POSTS = 8;
/** Longest time an item waits for the channel to process its video. */
const MAX_READY_WAIT_MS = 10 * 60_000;
const POLL_INTERVALS_MS = [250, 500, 1_000, 2_000, 5_000];

const toPostId = (item: BatchItem): number => item.targetId ?? 0;

/** A post with the access needed to call its channel. */
interface PostGrant {
  platform: AdPlatform;
  /** The token of the page itself. */
  tok: Tok;
  person: { id: number; name: string };
  page: string;
  postId: string | null;
  /** When the post was last written here. */
  writtenAt: Date;
}

type PostOpening = Pick<LookupContext, 'db' | 'channels' | 'vault'>;

async function openPost(context: PostOpening, id: number): Promise<PostGrant> {
  const found = await context.db
    .selectFrom('post as p')
    .innerJoin('homepage as h', 'h.id', 'p.homepage_id')
    .select(['h.personal_account_id', 'h.platform_page_id as page', 'h.page_token_enc as sealed'])
    .select(['p.platform_post_id as postId', 'p.updated_at as writtenAt'])
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (found === undefined) throw refuse('NOT_FOUND');
  const { person, platform, tok: own } = await openGrant(context, found.personal_account_id);
  // A page that was not refreshed since its token was lost is called as the person, and the channel tells what is missing.
  const tok = found.sealed === null ? own : { token: context.vault.open(found.sealed, PAGE_TOKEN_PLACE) };
  return { person, platform, tok, page: found.page, postId: found.postId, writtenAt: found.writtenAt };
}

const toChannelOutcome = (error: unknown, { person }: PostGrant, { isReading = false } = {}): Outcome =>
  toItemOutcome(error, { name: person.name, personalAccountId: person.id, isReading });

const loadPost = (db: Kysely<Database>, id: number) =>
  db
    .selectFrom('post as p')
    .leftJoin('material as m', 'm.id', 'p.material_id')
    .leftJoin('landing_page as l', 'l.id', 'p.landing_page_id')
    .leftJoin('site as s', 's.id', 'l.site_id')
    .select(['p.type', 'p.message', 'p.headline', 'p.description', 'p.call_to_action', 'p.published', 'p.scheduled_at'])
    .select(['m.title', 'm.mime', 'm.size_bytes', 'm.sha256', 'm.file_key'])
    .select(sql<string | null>`coalesce(p.link_url, 'https://' || s.domain || '/' || l.slug)`.as('link'))
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow();

async function loadSpec({ db, files }: ItemContext, id: number): Promise<PostSpec> {
  const { title, mime, size_bytes, sha256, file_key, ...rest } = await loadPost(db, id);
  const file: FileRef | null =
    file_key === null || mime === null || sha256 === null
      ? null
      : { name: title ?? file_key, mime, size: size_bytes ?? 0, sha256, open: () => files.open(file_key) };
  return { ...rest, file };
}

/** Polls the channel until the post is processed, for at most ten minutes. */
async function waitUntilReady({ platform, tok, page }: PostGrant, postId: string): Promise<RemotePost | null> {
  const until = performance.now() + MAX_READY_WAIT_MS;
  for (let attempt = 0; ; attempt += 1) {
    const remote = await platform.postState(tok, page, postId);
    if (remote?.status !== 'processing' || performance.now() >= until) return remote;
    await sleep(POLL_INTERVALS_MS[Math.min(attempt, POLL_INTERVALS_MS.length - 1)]);
  }
}

const toMeasuredColumns = ({ eligible, reactions, comments, shares }: RemotePost, now: Date) => ({
  eligible,
  reactions,
  comments,
  shares,
  synced_at: now,
});

/** The post exists but is not processed yet; a retry waits for the same post. */
const STILL_PROCESSING: Outcome = {
  outcome: 'failed',
  reason: 'MATERIAL_NOT_READY',
  text: { zh: '视频仍在平台上处理，可重试继续等待', en: 'The platform is still processing the video; retry to keep waiting' },
};

/** Writes the state of a post that exists on the channel. */
async function writeRemote(db: Kysely<Database>, id: number, postId: string, remote: RemotePost | null, now: Date): Promise<Outcome> {
  if (remote === null) {
    await repository.writePost(db, id, { platform_post_id: postId, status: 'lost', eligible: false, synced_at: now }, now);
    return {
      outcome: 'failed',
      reason: 'STATE_CHANGED',
      text: { zh: '帖子在平台上已不存在', en: 'The post no longer exists on the platform' },
      retryable: false,
    };
  }
  if (remote.status === 'ready') {
    await repository.writePost(db, id, { platform_post_id: postId, status: 'ready', error: null, ...toMeasuredColumns(remote, now) }, now);
    await repository.markMaterialUsed(db, id, now);
    return { outcome: 'succeeded', after: { status: 'ready', platform_post_id: postId } };
  }
  if (remote.status === 'failed') {
    const error = remote.error ?? 'the channel could not make it';
    await repository.writePost(db, id, { platform_post_id: postId, status: 'failed', error, ...toMeasuredColumns(remote, now) }, now);
    return { outcome: 'failed', reason: 'PLATFORM_REJECTED', text: error };
  }
  await repository.writePost(db, id, { platform_post_id: postId, status: 'creating', ...toMeasuredColumns(remote, now) }, now);
  return STILL_PROCESSING;
}

/** Creates the post on the channel and stores its id before waiting for it. */
async function createOnChannel(context: ItemContext, { platform, tok, page }: PostGrant, item: BatchItem): Promise<string> {
  const id = toPostId(item);
  const { post_id } = await platform.createPost(tok, page, await loadSpec(context, id), item.clientTag);
  await repository.writePost(context.db, id, { platform_post_id: post_id }, context.now);
  return post_id;
}

/** Looks for the post of a creation that was not answered. Its row was last written when the creation began. */
async function findLost(db: Kysely<Database>, { platform, tok, page, writtenAt }: PostGrant, item: BatchItem) {
  const { title: _title, mime: _mime, size_bytes: _size, sha256: _sha256, file_key: _key, ...post } = await loadPost(db, toPostId(item));
  return await platform.findPost(tok, page, { tag: item.clientTag, post, since: writtenAt });
}

async function writeFailure(db: Kysely<Database>, id: number, error: unknown, now: Date): Promise<void> {
  const text = error instanceof AdPlatformError ? (error.userMessage ?? error.message) : 'the channel refused it';
  await repository.writePost(db, id, { status: 'failed', error: text }, now);
}

const createBatch: BatchType<object, object> = {
  type: 'post_create',
  targetType: POST,
  access: createPost.access,
  action: createPost.action,
  effect: 'channel',
  retryable: true,
  parallel: MAX_PARALLEL_POSTS,
  pace: 'slow',
  limitMs: UPLOADING_ITEM_LIMIT_MS,
  async run(context, item) {
    const { db, caller, now } = context;
    const id = toPostId(item);
    const place = await db.transaction().execute(async (transaction) => {
      const locked = await repository.lockPost(transaction, caller, id);
      if (locked === undefined) throw refuse('NOT_FOUND');
      if (!locked.isWritable) throw refuse('NOT_OWNER');
      if (locked.status === 'ready' || locked.status === 'lost') throw refuse('STATE_READY');
      const isOnChannel = locked.status === 'creating' && locked.platform_post_id !== null;
      // Another order may already have created it, so it must not be created again while that is unknown.
      if (locked.status === 'creating' && !isOnChannel) throw refuse('OUTCOME_UNKNOWN');
      if (!isOnChannel) await requireComplete(transaction, caller, locked);
      const opened = await openPost({ ...context, db: transaction }, id);
      if (isOnChannel) return opened;
      // Clears the id of a post left by an earlier attempt.
      await repository.writePost(transaction, id, { status: 'creating', error: null, platform_post_id: null }, now);
      return { ...opened, postId: null };
    });
    let postId = place.postId;
    try {
      postId ??= await createOnChannel(context, place, item);
      const outcome = await writeRemote(db, id, postId, await waitUntilReady(place, postId), now);
      if (outcome.outcome === 'succeeded')
        context.audit({ targetType: POST, targetId: id, targetLabel: item.label, after: { platform_post_id: postId } });
      return outcome;
    } catch (error) {
      const outcome = toChannelOutcome(error, place);
      // An unknown or existing post stays "creating": it is looked up and never created twice.
      if (outcome.outcome === 'failed' && postId === null) await writeFailure(db, id, error, now);
      return outcome;
    }
  },
  async reconcile(context, item) {
    const id = toPostId(item);
    const { db, now } = context;
    const place = await openPost(context, id);
    const found = place.postId === null ? await findLost(db, place, item) : { post_id: place.postId };
    if (found !== null) {
      const remote = await place.platform.postState(place.tok, place.page, found.post_id);
      if (remote?.status !== 'processing') {
        context.audit({ targetType: POST, targetId: id, targetLabel: item.label, after: { platform_post_id: found.post_id } });
        return await writeRemote(db, id, found.post_id, remote, now);
      }
      if (place.postId === null) await repository.writePost(db, id, { platform_post_id: found.post_id }, now);
      return now.getTime() - place.writtenAt.getTime() < MAX_READY_WAIT_MS ? { outcome: 'unknown' } : STILL_PROCESSING;
    }
    if (!context.isConclusive) return { outcome: 'unknown' };
    await repository.writePost(db, id, { status: 'failed', error: null }, now);
    return { outcome: 'failed', reason: 'PLATFORM_UNKNOWN', text: { zh: '平台上没有这个帖子', en: 'No such post on the platform' } };
  },
  async verify(context, item, platformId) {
    const { platform, tok, page } = await openPost(context, toPostId(item));
    if (await repository.isPlatformIdTaken(context.db, toPostId(item), platformId)) return false;
    return (await platform.postState(tok, page, platformId)) !== null;
  },
  async applyResolution(context, item, platformId) {
    const { db, now } = context;
    const id = toPostId(item);
    if (platformId === null) {
      await repository.writePost(db, id, { status: 'failed', error: null }, now);
      return id;
    }
    const { platform, tok, page } = await openPost(context, id);
    await writeRemote(db, id, platformId, await platform.postState(tok, page, platformId), now);
    return id;
  },
};

/** Loads a post that the caller may change; undefined when its status does not allow the step. */
async function loadChangeablePost({ db, caller }: ItemContext, item: BatchItem, isAllowed: (status: PostStatus) => boolean) {
  const post = await db.transaction().execute((transaction) => repository.lockPost(transaction, caller, toPostId(item)));
  if (post === undefined) throw refuse('NOT_FOUND');
  if (!post.isWritable) throw refuse('NOT_OWNER');
  return isAllowed(post.status) ? post : undefined;
}

/** Asks the channel for a post that it knew, and writes what it answers. */
export async function checkPost(context: PostOpening & Pick<ItemContext, 'now'>, id: number): Promise<'lost' | 'kept'> {
  const { platform, tok, page, postId } = await openPost(context, id);
  if (postId === null) return 'kept';
  const remote = await platform.postState(tok, page, postId);
  await writeRemote(context.db, id, postId, remote, context.now);
  return remote === null ? 'lost' : 'kept';
}

const syncBatch: BatchType<object, object> = {
  type: 'post_sync',
  targetType: POST,
  access: syncPosts.access,
  action: syncPosts.action,
  effect: 'channel',
  retryable: true,
  parallel: MAX_PARALLEL_POSTS,
  async run(context, item) {
    const { db, now } = context;
    const post = await loadChangeablePost(context, item, isSyncable);
    if (!post?.platform_post_id) return { outcome: 'skipped', reason: 'NO_CHANGE' };
    const place = await openPost(context, post.id);
    try {
      const remote = await place.platform.postState(place.tok, place.page, post.platform_post_id);
      await writeRemote(db, post.id, post.platform_post_id, remote, now);
      const after =
        remote === null
          ? { status: 'lost' }
          : { status: remote.status, reactions: remote.reactions, comments: remote.comments, shares: remote.shares };
      context.audit({ targetType: POST, targetId: post.id, targetLabel: item.label, before: { status: post.status }, after });
      return { outcome: 'succeeded', before: { status: post.status }, after };
    } catch (error) {
      return toChannelOutcome(error, place, { isReading: true });
    }
  },
};

const deleteBatch: BatchType<object, object> = {
  type: 'post_delete',
  targetType: POST,
  access: deletePosts.access,
  action: deletePosts.action,
  effect: 'channel',
  retryable: true,
  parallel: MAX_PARALLEL_POSTS,
  async run(context, item) {
    const post = await loadChangeablePost(context, item, isDeletable);
    // While it is being created, it is unknown whether the post exists.
    if (post === undefined) return { outcome: 'failed', reason: 'OUTCOME_UNKNOWN' };
    await requirePostUnused(context.db, post.id);
    const place = post.platform_post_id === null ? null : await openPost(context, post.id);
    try {
      // A lost post no longer exists on the channel.
      if (place?.postId && post.status !== 'lost') await place.platform.deletePost(place.tok, place.page, place.postId);
    } catch (error) {
      return toChannelOutcome(error, place as PostGrant);
    }
    return await markDeleted(context, post.id, (entry) =>
      context.audit({ ...entry, targetLabel: item.label, summary: context.reason ?? '' }),
    );
  },
  async reconcile(context, item) {
    const place = await openPost(context, toPostId(item));
    const remote = place.postId === null ? null : await place.platform.postState(place.tok, place.page, place.postId);
    if (remote !== null) return { outcome: 'failed', reason: 'PLATFORM_UNKNOWN' };
    return await markDeleted(context, toPostId(item), (entry) => context.audit({ ...entry, targetLabel: item.label }));
  },
};

async function markDeleted(
  { db, now }: Pick<LookupContext, 'db' | 'now'>,
  id: number,
  audit: (entry: { targetType: string; targetId: number; after: object }) => void,
): Promise<Outcome> {
  await repository.writePost(db, id, { status: 'deleted', eligible: false, deleted_at: now }, now);
  audit({ targetType: POST, targetId: id, after: { deleted: true } });
  return { outcome: 'succeeded', after: { deleted: true } };
}

export const postBatchTypes: readonly AnyBatchType[] = [createBatch, syncBatch, deleteBatch];
