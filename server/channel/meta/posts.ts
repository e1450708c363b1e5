import { AdPlatformError, type LostPost, type PostSpec, type RemotePost, type Tok } from '../ad-platform.ts';
import { type Answer, answersOf, optionalAnswer, optionalNumber, optionalText, textOf } from './graph/answer.ts';
import type { Graph } from './graph/call.ts';
import { isMissing } from './graph/errors.ts';
import type { Parameters } from './graph/form.ts';
import { readAll } from './graph/paging.ts';
import { isImageFile, isVideoFile, loadVideoState, readImage, refusedFile, uploadVideo } from './media.ts';
import { readInstant, toSeconds } from './times.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const invalid = (userMessage: string): AdPlatformError =>
  new AdPlatformError('rejected', { code: 100, title: 'Invalid post', userMessage });

function requireValid({ type, file, link, call_to_action, published, scheduled_at }: PostSpec, now: Date): void {
  if (type !== 'link' && file === null) throw invalid(`A post of type ${type} needs a file.`);
  if (type === 'link' && link === null) throw invalid('A post of type link needs one.');
  if (call_to_action !== 'NO_BUTTON' && link === null) throw invalid('A button needs a link.');
  if (type === 'video' && file !== null && !isVideoFile(file)) throw refusedFile('The file is no video that the platform takes.');
  if (type === 'image' && file !== null && !isImageFile(file)) throw refusedFile('The file is no image that the platform takes.');
  if (scheduled_at === null) return;
  if (!published) throw invalid('Only a post that everybody will see can be scheduled.');
  const ahead = scheduled_at.getTime() - now.getTime();
  if (ahead < 10 * MINUTE || ahead > 30 * DAY) throw invalid('A post is scheduled 10 minutes to 30 days ahead.');
}

function visibility({ published, scheduled_at }: Pick<PostSpec, 'published' | 'scheduled_at'>): Parameters {
  if (scheduled_at !== null) return { published: false, scheduled_publish_time: scheduled_at, unpublished_content_type: 'SCHEDULED' };
  return published ? { published: true } : { published: false, unpublished_content_type: 'ADS_POST' };
}

const button = ({ call_to_action, link }: Pick<PostSpec, 'call_to_action' | 'link'>): Parameters =>
  call_to_action === 'NO_BUTTON' ? {} : { call_to_action: { type: call_to_action, value: { link } } };

async function createVideoPost(graph: Graph, { token }: Tok, page: string, post: PostSpec, tag: string): Promise<string> {
  if (post.file === null) throw invalid('A post of type video needs a file.');
  const { videoId } = await uploadVideo(graph, { path: `/${page}/videos`, token, page }, post.file, {
    description: post.message,
    title: post.headline ?? undefined,
    custom_labels: [tag],
    ...button(post),
    ...visibility(post),
  });
  const row = await graph.call({ method: 'GET', path: `/${videoId}`, token, page, parameters: { fields: 'post_id' } });
  const post_id = optionalText(row, 'post_id');
  // The video is there, and its post appears a moment later.
  if (post_id === null)
    throw new AdPlatformError('unknown', { code: 2, title: 'No post yet', userMessage: 'The platform has not named the post yet.' });
  return post_id.includes('_') ? post_id : `${page}_${post_id}`;
}

async function createPhotoPost(graph: Graph, { token }: Tok, page: string, post: PostSpec): Promise<string> {
  if (post.file === null) throw invalid('A post of type image needs a file.');
  const bytes = await readImage(post.file);
  const answer = await graph.call({
    method: 'POST',
    path: `/${page}/photos`,
    token,
    page,
    parameters: { caption: post.message, ...visibility(post) },
    file: { field: 'source', name: post.file.name, mime: post.file.mime, bytes },
  });
  return optionalText(answer, 'post_id') ?? textOf(answer, 'id');
}

/** Creates a post in the name of the page, whose own token is needed. */
export async function createPost(graph: Graph, t: Tok, page: string, post: PostSpec, tag: string): Promise<{ post_id: string }> {
  requireValid(post, graph.now());
  if (post.type === 'video') return { post_id: await createVideoPost(graph, t, page, post, tag) };
  if (post.type === 'image') return { post_id: await createPhotoPost(graph, t, page, post) };
  const answer = await graph.call({
    method: 'POST',
    path: `/${page}/feed`,
    token: t.token,
    page,
    parameters: { message: post.message, link: post.link, ...button(post), ...visibility(post) },
  });
  return { post_id: textOf(answer, 'id') };
}

/** Clocks of both sides may differ by this much. */
const CLOCK_DIFFERENCE_MS = MINUTE;

const linkOf = (row: Answer): string | null => {
  const action = optionalAnswer(row, 'call_to_action');
  const value = action === null ? null : optionalAnswer(action, 'value');
  return value === null ? null : optionalText(value, 'link');
};

/** Posts carry no label, so that a lost one is recognised by its text, its link and the time of its creation. */
export async function findPost(graph: Graph, { token }: Tok, page: string, { post, since }: LostPost): Promise<{ post_id: string } | null> {
  const from = new Date(since.getTime() - CLOCK_DIFFERENCE_MS);
  const fields = 'id,message,created_time,call_to_action';
  const edges: [string, Parameters][] = [
    ['ads_posts', { include_inline_create: false, since: toSeconds(from) }],
    ['scheduled_posts', {}],
    ['feed', {}],
  ];
  const found: { post_id: string; at: number }[] = [];
  for (const [edge, parameters] of edges) {
    for await (const row of readAll(graph, { path: `/${page}/${edge}`, token, page, parameters: { fields, ...parameters } })) {
      const at = readInstant(optionalText(row, 'created_time'));
      // The newest come first, and no older post can be the lost one.
      if (edge === 'feed' && at !== null && at < from) break;
      const isSame = optionalText(row, 'message') === post.message && (post.call_to_action === 'NO_BUTTON' || linkOf(row) === post.link);
      if (isSame && at !== null && at >= from) found.push({ post_id: textOf(row, 'id'), at: at.getTime() });
    }
  }
  const [oldest] = found.toSorted((a, b) => a.at - b.at);
  return oldest === undefined ? null : { post_id: oldest.post_id };
}

const STATE_FIELDS = [
  'id',
  'is_published',
  'is_eligible_for_promotion',
  'is_expired',
  'is_hidden',
  'shares',
  'attachments{media_type,target{id}}',
  'reactions.limit(0).summary(total_count)',
  'comments.limit(0).summary(true)',
];

function totalOf(row: Answer, edge: string): number {
  const counted = optionalAnswer(row, edge);
  const summary = counted === null ? null : optionalAnswer(counted, 'summary');
  return summary === null ? 0 : (optionalNumber(summary, 'total_count') ?? 0);
}

function videoOf(row: Answer): string | null {
  const attachments = optionalAnswer(row, 'attachments');
  const [video] = (attachments === null ? [] : answersOf(attachments, 'data')).filter(
    (each) => optionalText(each, 'media_type') === 'video',
  );
  const target = video === undefined ? null : optionalAnswer(video, 'target');
  return target === null ? null : optionalText(target, 'id');
}

/** Null when the post is gone: the page can still be read with the same token. */
export async function postState(graph: Graph, t: Tok, page: string, post: string): Promise<RemotePost | null> {
  let row: Answer;
  try {
    row = await graph.call({ method: 'GET', path: `/${post}`, token: t.token, page, parameters: { fields: STATE_FIELDS.join(',') } });
  } catch (error) {
    if (!isMissing(error)) throw error;
    await graph.call({ method: 'GET', path: `/${page}`, token: t.token, page, parameters: { fields: 'id' } });
    return null;
  }
  const shares = optionalAnswer(row, 'shares');
  const counts = {
    reactions: totalOf(row, 'reactions'),
    comments: totalOf(row, 'comments'),
    shares: shares === null ? 0 : (optionalNumber(shares, 'count') ?? 0),
  };
  const video = videoOf(row);
  const state = video === null ? null : await loadVideoState(graph, t, video);
  if (state?.status === 'error')
    return { id: post, status: 'failed', eligible: false, ...counts, error: state.error ?? 'The platform could not process the video.' };
  if (state?.status === 'processing') return { id: post, status: 'processing', eligible: false, ...counts };
  return { id: post, status: 'ready', eligible: row['is_eligible_for_promotion'] === true, ...counts };
}

export async function deletePost(graph: Graph, { token }: Tok, page: string, post: string): Promise<void> {
  await graph.call({ method: 'DELETE', path: `/${post}`, token, page });
}
