import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { createPost, deletePosts, syncPosts } from '#contracts/endpoints/posts.ts';
import type { PostStatus } from '#contracts/vocabulary/posts.ts';
import { type AdPlatform, AdPlatformError, type FileRef, type PostSpec, type RemotePost, type Tok } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { openGrant } from '../assets/index.ts';
import type { AnyBatchType, BatchItem, BatchType, ItemContext, LookupContext, Outcome } from '../batches/index.ts';
import { faultOfChannel } from '../channel-refusal.ts';
import { requirePostUnused } from '../in-use.ts';
import { refuse } from '../refusal.ts';
import { requireWhole } from './post-parts.ts';
import * as repository from './posts.repository.ts';
import { mayBeDeleted, mayBeSynced } from './posts.rules.ts';

export const POST = 'post';

/** Posts of one order that one server talks to the channel about at a time. */
const AT_ONCE = 8;
/** A video is worked on by the channel first; so long its item waits for it. */
const READY_LIMIT_MS = 10 * 60_000;
/** Its file is sent before that, which takes as long again at most. */
const WAITING_LIMIT_MS = 3 * READY_LIMIT_MS;
const READY_POLL_MS = [250, 500, 1_000, 2_000, 5_000];

const targetOf = (item: BatchItem): number => item.targetId ?? 0;

/** What the channel knows the post by, and whom it listens to. */
interface Place {
  platform: AdPlatform;
  tok: Tok;
  person: { id: number; name: string };
  page: string;
  postId: string | null;
  /** When it was last written here. */
  writtenAt: Date;
}

async function placeOf(context: Pick<LookupContext, 'db' | 'channels' | 'vault'>, id: number): Promise<Place> {
  const found = await context.db
    .selectFrom('post as p')
    .innerJoin('homepage as h', 'h.id', 'p.homepage_id')
    .select(['h.personal_account_id', 'h.platform_page_id as page', 'p.platform_post_id as postId', 'p.updated_at as writtenAt'])
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (found === undefined) throw refuse('NOT_FOUND');
  const { person, platform, tok } = await openGrant(context, found.personal_account_id);
  return { person, platform, tok, page: found.page, postId: found.postId, writtenAt: found.writtenAt };
}

const faulty = (error: unknown, { person }: Place, { isReading = false } = {}): Outcome =>
  faultOfChannel(error, { name: person.name, personalAccountId: person.id, isReading });

async function specOf({ db, files }: ItemContext, id: number): Promise<PostSpec> {
  const post = await db
    .selectFrom('post as p')
    .leftJoin('material as m', 'm.id', 'p.material_id')
    .leftJoin('landing_page as l', 'l.id', 'p.landing_page_id')
    .leftJoin('site as s', 's.id', 'l.site_id')
    .select(['p.type', 'p.message', 'p.headline', 'p.description', 'p.call_to_action', 'p.published', 'p.scheduled_at'])
    .select(['m.title', 'm.mime', 'm.size_bytes', 'm.sha256', 'm.file_key'])
    .select(sql<string | null>`coalesce(p.link_url, 'https://' || s.domain || '/' || l.slug)`.as('link'))
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow();
  const { title, mime, size_bytes, sha256, file_key, ...rest } = post;
  const file: FileRef | null =
    file_key === null || mime === null || sha256 === null
      ? null
      : { name: title ?? file_key, mime, size: size_bytes ?? 0, sha256, open: () => files.open(file_key) };
  return { ...rest, file };
}

/** Asks the channel about the post until it is no longer worked on; gives up after ten minutes. */
async function whenReady({ platform, tok }: Place, postId: string): Promise<RemotePost | null> {
  const until = performance.now() + READY_LIMIT_MS;
  for (let turn = 0; ; turn += 1) {
    const remote = await platform.postState(tok, postId);
    if (remote?.status !== 'processing' || performance.now() >= until) return remote;
    await sleep(READY_POLL_MS[Math.min(turn, READY_POLL_MS.length - 1)]);
  }
}

const measured = ({ eligible, reactions, comments, shares }: RemotePost, now: Date) => ({
  eligible,
  reactions,
  comments,
  shares,
  synced_at: now,
});

/** It is there, and not done: whoever tries again waits for the same post. */
const stillWorkedOn: Outcome = {
  outcome: 'failed',
  reason: 'MATERIAL_NOT_READY',
  text: { zh: '视频仍在渠道上处理,可重试继续等待', en: 'The channel still works on the video; try again to go on waiting' },
};

/** Writes what the channel says of a post that exists there. */
async function keepRemote(db: Kysely<Database>, id: number, postId: string, remote: RemotePost | null, now: Date): Promise<Outcome> {
  if (remote === null) {
    await repository.writePost(db, id, { platform_post_id: postId, status: 'lost', eligible: false, synced_at: now }, now);
    return {
      outcome: 'failed',
      reason: 'STATE_CHANGED',
      text: { zh: '帖子在渠道上已不存在', en: 'The post is gone on the channel' },
      retryable: false,
    };
  }
  if (remote.status === 'ready') {
    await repository.writePost(db, id, { platform_post_id: postId, status: 'ready', error: null, ...measured(remote, now) }, now);
    await repository.markMaterialUsed(db, id, now);
    return { outcome: 'succeeded', after: { status: 'ready', platform_post_id: postId } };
  }
  if (remote.status === 'failed') {
    const error = remote.error ?? 'the channel could not make it';
    await repository.writePost(db, id, { platform_post_id: postId, status: 'failed', error, ...measured(remote, now) }, now);
    return { outcome: 'failed', reason: 'PLATFORM_REJECTED', text: error };
  }
  await repository.writePost(db, id, { platform_post_id: postId, status: 'creating', ...measured(remote, now) }, now);
  return stillWorkedOn;
}

/** Makes it on the channel and keeps its number there, before anybody waits for it. */
async function createThere(context: ItemContext, { platform, tok, page }: Place, item: BatchItem): Promise<string> {
  const id = targetOf(item);
  const { post_id } = await platform.createPost(tok, page, await specOf(context, id), item.clientTag);
  await repository.writePost(context.db, id, { platform_post_id: post_id }, context.now);
  return post_id;
}

async function keepFailure(db: Kysely<Database>, id: number, error: unknown, now: Date): Promise<void> {
  const said = error instanceof AdPlatformError ? (error.userMessage ?? error.message) : 'the channel refused it';
  await repository.writePost(db, id, { status: 'failed', error: said }, now);
}

const creation: BatchType<object, object> = {
  type: 'post_create',
  label: { zh: '创建帖子', en: 'Create posts' },
  targetType: POST,
  access: createPost.access,
  action: createPost.action,
  effect: 'channel',
  retryable: true,
  parallel: AT_ONCE,
  pace: 'slow',
  limitMs: WAITING_LIMIT_MS,
  async run(context, item) {
    const { db, caller, now } = context;
    const id = targetOf(item);
    const place = await db.transaction().execute(async (transaction) => {
      const locked = await repository.lockPost(transaction, caller, id);
      if (locked === undefined) throw refuse('NOT_FOUND');
      if (!locked.isWritable) throw refuse('NOT_OWNER');
      if (locked.status === 'ready' || locked.status === 'lost') throw refuse('STATE_READY');
      const isThere = locked.status === 'creating' && locked.platform_post_id !== null;
      // Another order may have made it: nobody knows yet, and nobody makes it twice.
      if (locked.status === 'creating' && !isThere) throw refuse('OUTCOME_UNKNOWN');
      if (!isThere) await requireWhole(transaction, caller, locked);
      const opened = await placeOf({ ...context, db: transaction }, id);
      if (isThere) return opened;
      // What an attempt before left there is not this one.
      await repository.writePost(transaction, id, { status: 'creating', error: null, platform_post_id: null }, now);
      return { ...opened, postId: null };
    });
    let postId = place.postId;
    try {
      postId ??= await createThere(context, place, item);
      const outcome = await keepRemote(db, id, postId, await whenReady(place, postId), now);
      if (outcome.outcome === 'succeeded')
        context.audit({ targetType: POST, targetId: id, targetLabel: item.label, after: { platform_post_id: postId } });
      return outcome;
    } catch (error) {
      const outcome = faulty(error, place);
      // What is unknown, or there already, stays "creating": it is looked up, and nobody makes it twice.
      if (outcome.outcome === 'failed' && postId === null) await keepFailure(db, id, error, now);
      return outcome;
    }
  },
  async reconcile(context, item) {
    const id = targetOf(item);
    const { db, now } = context;
    const place = await placeOf(context, id);
    const found = place.postId === null ? await place.platform.findPost(place.tok, place.page, item.clientTag) : { post_id: place.postId };
    if (found !== null) {
      const remote = await place.platform.postState(place.tok, found.post_id);
      if (remote?.status !== 'processing') {
        context.audit({ targetType: POST, targetId: id, targetLabel: item.label, after: { platform_post_id: found.post_id } });
        return await keepRemote(db, id, found.post_id, remote, now);
      }
      if (place.postId === null) await repository.writePost(db, id, { platform_post_id: found.post_id }, now);
      return now.getTime() - place.writtenAt.getTime() < READY_LIMIT_MS ? { outcome: 'unknown' } : stillWorkedOn;
    }
    if (!context.isConclusive) return { outcome: 'unknown' };
    await repository.writePost(db, id, { status: 'failed', error: null }, now);
    return { outcome: 'failed', reason: 'PLATFORM_UNKNOWN', text: { zh: '渠道上没有这个帖子', en: 'The channel has no such post' } };
  },
  async verify(context, item, platformId) {
    const { platform, tok } = await placeOf(context, targetOf(item));
    if (await repository.isTaken(context.db, targetOf(item), platformId)) return false;
    return (await platform.postState(tok, platformId)) !== null;
  },
  async applyResolution(context, item, platformId) {
    const { db, now } = context;
    const id = targetOf(item);
    if (platformId === null) {
      await repository.writePost(db, id, { status: 'failed', error: null }, now);
      return id;
    }
    const { platform, tok } = await placeOf(context, id);
    await keepRemote(db, id, platformId, await platform.postState(tok, platformId), now);
    return id;
  },
};

/** A post the caller may change, as it stands; undefined where its status does not allow it. */
async function standing({ db, caller }: ItemContext, item: BatchItem, allows: (status: PostStatus) => boolean) {
  const post = await db.transaction().execute((transaction) => repository.lockPost(transaction, caller, targetOf(item)));
  if (post === undefined) throw refuse('NOT_FOUND');
  if (!post.isWritable) throw refuse('NOT_OWNER');
  return allows(post.status) ? post : undefined;
}

const synchronisation: BatchType<object, object> = {
  type: 'post_sync',
  label: { zh: '同步帖子', en: 'Synchronise posts' },
  targetType: POST,
  access: syncPosts.access,
  action: syncPosts.action,
  effect: 'channel',
  retryable: true,
  parallel: AT_ONCE,
  async run(context, item) {
    const { db, now } = context;
    const post = await standing(context, item, mayBeSynced);
    if (!post?.platform_post_id) return { outcome: 'skipped', reason: 'NO_CHANGE' };
    const place = await placeOf(context, post.id);
    try {
      const remote = await place.platform.postState(place.tok, post.platform_post_id);
      await keepRemote(db, post.id, post.platform_post_id, remote, now);
      const after =
        remote === null
          ? { status: 'lost' }
          : { status: remote.status, reactions: remote.reactions, comments: remote.comments, shares: remote.shares };
      context.audit({ targetType: POST, targetId: post.id, targetLabel: item.label, before: { status: post.status }, after });
      return { outcome: 'succeeded', before: { status: post.status }, after };
    } catch (error) {
      return faulty(error, place, { isReading: true });
    }
  },
};

const deletion: BatchType<object, object> = {
  type: 'post_delete',
  label: { zh: '删除帖子', en: 'Delete posts' },
  targetType: POST,
  access: deletePosts.access,
  action: deletePosts.action,
  effect: 'channel',
  retryable: true,
  parallel: AT_ONCE,
  async run(context, item) {
    const post = await standing(context, item, mayBeDeleted);
    // Being created it is neither there nor not there yet.
    if (post === undefined) return { outcome: 'failed', reason: 'OUTCOME_UNKNOWN' };
    await requirePostUnused(context.db, post.id);
    const place = post.platform_post_id === null ? null : await placeOf(context, post.id);
    try {
      // What is lost there already needs no deletion.
      if (place?.postId && post.status !== 'lost') await place.platform.deletePost(place.tok, place.postId);
    } catch (error) {
      return faulty(error, place as Place);
    }
    return await markDeleted(context, post.id, (entry) =>
      context.audit({ ...entry, targetLabel: item.label, summary: context.reason ?? '' }),
    );
  },
  async reconcile(context, item) {
    const place = await placeOf(context, targetOf(item));
    const remote = place.postId === null ? null : await place.platform.postState(place.tok, place.postId);
    if (remote !== null) return { outcome: 'failed', reason: 'PLATFORM_UNKNOWN' };
    return await markDeleted(context, targetOf(item), (entry) => context.audit({ ...entry, targetLabel: item.label }));
  },
};

async function markDeleted(
  { db, now }: Pick<LookupContext, 'db' | 'now'>,
  id: number,
  note: (entry: { targetType: string; targetId: number; after: object }) => void,
): Promise<Outcome> {
  await repository.writePost(db, id, { status: 'deleted', eligible: false, deleted_at: now }, now);
  note({ targetType: POST, targetId: id, after: { deleted: true } });
  return { outcome: 'succeeded', after: { deleted: true } };
}

export const postBatchTypes: readonly AnyBatchType[] = [creation, synchronisation, deletion];
