import { sql } from 'kysely';
import type { PostSpec, RemotePost, Tok } from '../ad-platform.ts';
import { normal, uniform } from './chance.ts';
import { invalidParameter, missingObject, temporarilyBlocked } from './failures.ts';
import { isVideo, readyAt, receiveFile } from './files.ts';
import { createId } from './identity.ts';
import { applyMarks, parseMarks } from './marks.ts';
import type { Operation, Run } from './operation.ts';
import { enterPage } from './permission.ts';
import { pickPolicy } from './review.ts';
import type { PageTable, PostTable } from './tables.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const callsToAction = new Set([
  'WATCH_MORE',
  'LEARN_MORE',
  'SHOP_NOW',
  'INSTALL_MOBILE_APP',
  'SIGN_UP',
  'SUBSCRIBE',
  'PLAY_GAME',
  'BUY_NOW',
  'GET_OFFER',
  'NO_BUTTON',
]);

const postAccess = { scopes: ['pages_manage_posts'], task: 'CREATE_CONTENT' };

function requireValidPost(post: PostSpec, now: Date): void {
  const { type, message, headline, description, call_to_action, link, file, published, scheduled_at } = post;
  if (message.length > 5000) throw invalidParameter('The message is longer than 5000 characters.');
  if ((headline?.length ?? 0) > 255 || (description?.length ?? 0) > 255)
    throw invalidParameter('Headline and description take 255 characters.');
  if (!callsToAction.has(call_to_action)) throw invalidParameter(`There is no button ${call_to_action}.`);
  if (call_to_action !== 'NO_BUTTON' && link === null) throw invalidParameter('A button needs a link.');
  if (link !== null && !/^https:\/\/[^\s]{1,2040}$/.test(link))
    throw invalidParameter('The link must be an address that begins with https.');
  if (type === 'link' && link === null) throw invalidParameter('A post of type link needs one.');
  if (type !== 'link' && file === null) throw invalidParameter(`A post of type ${type} needs a file.`);
  if (file !== null && isVideo(file) !== (type === 'video')) throw invalidParameter(`The file does not suit a post of type ${type}.`);
  if (type === 'link' && message === '' && file === null && link === null) throw invalidParameter('The post is empty.');
  if (scheduled_at === null) return;
  if (!published) throw invalidParameter('Only a post that is to be seen by everybody can be scheduled.');
  const ahead = scheduled_at.getTime() - now.getTime();
  if (ahead < 10 * MINUTE || ahead > 30 * DAY) throw invalidParameter('A post is scheduled 10 minutes to 30 days ahead.');
}

function requireUnrestricted({ name, status }: PageTable): void {
  if (status === 'restricted') throw temporarilyBlocked(`The page ${name} is restricted.`);
}

export async function createPost(run: Run, t: Tok, pageId: string, post: PostSpec, tag: string): Promise<{ post_id: string }> {
  // Checks access before the file is read, and reads it outside of a transaction.
  await run(async (operation) => {
    requireUnrestricted(await enterPage(operation, t, pageId, postAccess));
    requireValidPost(post, operation.now);
  });
  if (post.file !== null) await receiveFile(post.file);
  return await run(async (operation) => {
    requireUnrestricted(await enterPage(operation, t, pageId, postAccess));
    await applyMarks(operation, `post ${pageId}`, post.message);
    const id = `${pageId}_${await createId(operation, 'sbx_post', pageId, tag)}`;
    const { file, ...spec } = post;
    await operation.db
      .insertInto('sbx_post')
      .values({
        id,
        page_id: pageId,
        tag,
        ...spec,
        sha256: file?.sha256 ?? null,
        ready_at: readyAt(operation, file),
        fault: parseMarks(post.message).isDisapproved ? pickPolicy(operation.seed, id).text : null,
        created_at: operation.now,
        deleted_at: null,
      })
      .execute();
    return { post_id: id };
  });
}

export async function findPost(operation: Operation, t: Tok, pageId: string, tag: string): Promise<{ post_id: string } | null> {
  await enterPage(operation, t, pageId, { scopes: ['pages_read_engagement'] });
  const found = await operation.db
    .selectFrom('sbx_post')
    .select('id')
    .where('page_id', '=', pageId)
    .where('tag', '=', tag)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  return found === undefined ? null : { post_id: found.id };
}

/** Current state of a post without its reactions. */
export function postStateOf(
  now: Date,
  post: PostTable,
  page: Pick<PageTable, 'status'>,
): Pick<RemotePost, 'status' | 'eligible' | 'error'> {
  if (post.ready_at > now) return { status: 'processing', eligible: false };
  if (post.fault !== null) return { status: 'failed', eligible: false, error: post.fault };
  const isPublic = post.scheduled_at === null || post.scheduled_at <= now;
  return { status: 'ready', eligible: isPublic && page.status === 'active' };
}

/** Reactions of the page's followers, which grow for some days and then level off. */
function simulateOrganicReactions(seed: string, { id, published, scheduled_at, ready_at, created_at }: PostTable, now: Date) {
  const since = scheduled_at ?? (ready_at > created_at ? ready_at : created_at);
  const age = now.getTime() - since.getTime();
  if (!published || age <= 0) return { reactions: 0, comments: 0, shares: 0 };
  const growth = 1 - Math.exp(-age / (1.5 * DAY));
  const maxReactions = 120 * Math.exp(0.9 * normal(seed, id, 'liked'));
  const part = (share: number, name: string) => Math.floor(maxReactions * growth * share * (0.7 + 0.6 * uniform(seed, id, name)));
  return { reactions: Math.floor(maxReactions * growth), comments: part(0.12, 'comments'), shares: part(0.06, 'shares') };
}

/** Reactions from ads made with the post. */
async function loadAdReactions({ db }: Operation, post: string) {
  return await db
    .selectFrom('sbx_hour as h')
    .innerJoin('sbx_ad as a', 'a.id', 'h.ad_id')
    .select([
      sql<number>`coalesce(sum(h.reactions), 0)::bigint`.as('reactions'),
      sql<number>`coalesce(sum(h.comments), 0)::bigint`.as('comments'),
      sql<number>`coalesce(sum(h.shares), 0)::bigint`.as('shares'),
    ])
    .where('a.post_id', '=', post)
    .executeTakeFirstOrThrow();
}

const findExistingPost = ({ db }: Operation, page: string, id: string): Promise<PostTable | undefined> =>
  db.selectFrom('sbx_post').selectAll().where('id', '=', id).where('page_id', '=', page).where('deleted_at', 'is', null).executeTakeFirst();

export async function postState(operation: Operation, t: Tok, pageId: string, id: string): Promise<RemotePost | null> {
  const page = await enterPage(operation, t, pageId, { scopes: ['pages_read_engagement'] });
  const post = await findExistingPost(operation, pageId, id);
  if (post === undefined) return null;
  const organic = simulateOrganicReactions(operation.seed, post, operation.now);
  const ads = await loadAdReactions(operation, id);
  return {
    id,
    ...postStateOf(operation.now, post, page),
    reactions: organic.reactions + ads.reactions,
    comments: organic.comments + ads.comments,
    shares: organic.shares + ads.shares,
  };
}

export async function deletePost(operation: Operation, t: Tok, pageId: string, id: string): Promise<void> {
  await enterPage(operation, t, pageId, postAccess);
  if ((await findExistingPost(operation, pageId, id)) === undefined) throw missingObject('post');
  await operation.db.updateTable('sbx_post').set({ deleted_at: operation.now }).where('id', '=', id).execute();
}
