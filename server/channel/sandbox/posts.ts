import { sql } from 'kysely';
import type { PostSpec, RemotePost, Tok } from '../ad-platform.ts';
import { normal, uniform } from './chance.ts';
import { isBlocked, isInvalid, isMissing } from './failures.ts';
import { isVideo, readyAt, receive } from './files.ts';
import { newId } from './identity.ts';
import { heedMarks, marksIn } from './marks.ts';
import type { Operation, Run } from './operation.ts';
import { enterPage } from './permission.ts';
import { policyOf } from './review.ts';
import type { PageTable, PostTable } from './tables.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const actions = new Set([
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

const toPost = { scopes: ['pages_manage_posts'], task: 'CREATE_CONTENT' };

function requireGood(post: PostSpec, now: Date): void {
  const { type, message, headline, description, call_to_action, link, file, published, scheduled_at } = post;
  if (message.length > 5000) throw isInvalid('The message is longer than 5000 characters.');
  if ((headline?.length ?? 0) > 255 || (description?.length ?? 0) > 255) throw isInvalid('Headline and description take 255 characters.');
  if (!actions.has(call_to_action)) throw isInvalid(`There is no button ${call_to_action}.`);
  if (call_to_action !== 'NO_BUTTON' && link === null) throw isInvalid('A button needs a link.');
  if (link !== null && !/^https:\/\/[^\s]{1,2040}$/.test(link)) throw isInvalid('The link must be an address that begins with https.');
  if (type === 'link' && link === null) throw isInvalid('A post of type link needs one.');
  if (type !== 'link' && file === null) throw isInvalid(`A post of type ${type} needs a file.`);
  if (file !== null && isVideo(file) !== (type === 'video')) throw isInvalid(`The file does not suit a post of type ${type}.`);
  if (type === 'link' && message === '' && file === null && link === null) throw isInvalid('The post is empty.');
  if (scheduled_at === null) return;
  if (!published) throw isInvalid('Only a post that is to be seen by everybody can be scheduled.');
  const ahead = scheduled_at.getTime() - now.getTime();
  if (ahead < 10 * MINUTE || ahead > 30 * DAY) throw isInvalid('A post is scheduled 10 minutes to 30 days ahead.');
}

function requireUnrestricted({ name, status }: PageTable): void {
  if (status === 'restricted') throw isBlocked(`The page ${name} is restricted.`);
}

export async function createPost(run: Run, t: Tok, pageId: string, post: PostSpec, tag: string): Promise<{ post_id: string }> {
  // Whoever may not has nothing read; and no transaction waits for a file.
  await run(async (operation) => {
    requireUnrestricted(await enterPage(operation, t, pageId, toPost));
    requireGood(post, operation.now);
  });
  if (post.file !== null) await receive(post.file);
  return await run(async (operation) => {
    requireUnrestricted(await enterPage(operation, t, pageId, toPost));
    await heedMarks(operation, `post ${pageId}`, post.message);
    const id = `${pageId}_${await newId(operation, 'sbx_post', pageId, tag)}`;
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
        fault: marksIn(post.message).isDisapproved ? policyOf(operation.seed, id).text : null,
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

/** How a post stands, apart from how it is liked. */
export function postStateOf(
  now: Date,
  post: PostTable,
  page: Pick<PageTable, 'status'>,
): Pick<RemotePost, 'status' | 'eligible' | 'error'> {
  if (post.ready_at > now) return { status: 'processing', eligible: false };
  if (post.fault !== null) return { status: 'failed', eligible: false, error: post.fault };
  const isOut = post.scheduled_at === null || post.scheduled_at <= now;
  return { status: 'ready', eligible: isOut && page.status === 'active' };
}

/** Seen by the followers of the page: it grows for days and then stands. */
function organic(seed: string, { id, published, scheduled_at, ready_at, created_at }: PostTable, now: Date) {
  const since = scheduled_at ?? (ready_at > created_at ? ready_at : created_at);
  const age = now.getTime() - since.getTime();
  if (!published || age <= 0) return { reactions: 0, comments: 0, shares: 0 };
  const grown = 1 - Math.exp(-age / (1.5 * DAY));
  const most = 120 * Math.exp(0.9 * normal(seed, id, 'liked'));
  const part = (share: number, name: string) => Math.floor(most * grown * share * (0.7 + 0.6 * uniform(seed, id, name)));
  return { reactions: Math.floor(most * grown), comments: part(0.12, 'comments'), shares: part(0.06, 'shares') };
}

/** Seen as an ad. */
async function promoted({ db }: Operation, post: string) {
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

const pageIn = (post: string): string => post.split('_')[0] ?? '';

const livingPost = ({ db }: Operation, id: string): Promise<PostTable | undefined> =>
  db.selectFrom('sbx_post').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

export async function postState(operation: Operation, t: Tok, id: string): Promise<RemotePost | null> {
  const page = await enterPage(operation, t, pageIn(id), { scopes: ['pages_read_engagement'] });
  const post = await livingPost(operation, id);
  if (post === undefined) return null;
  const liked = organic(operation.seed, post, operation.now);
  const ads = await promoted(operation, id);
  return {
    id,
    ...postStateOf(operation.now, post, page),
    reactions: liked.reactions + ads.reactions,
    comments: liked.comments + ads.comments,
    shares: liked.shares + ads.shares,
  };
}

export async function deletePost(operation: Operation, t: Tok, id: string): Promise<void> {
  await enterPage(operation, t, pageIn(id), toPost);
  if ((await livingPost(operation, id)) === undefined) throw isMissing('post');
  await operation.db.updateTable('sbx_post').set({ deleted_at: operation.now }).where('id', '=', id).execute();
}
