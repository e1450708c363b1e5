import type { PostCombination, PostStatus, PostType } from '#contracts/vocabulary/posts.ts';
import { isHttps } from '../https-address.ts';
import type { FieldFault } from '../refusal.ts';

/** A post may become public so much later, and no more. */
export const SCHEDULE_LEAST_MS = 10 * 60_000;
export const SCHEDULE_MOST_MS = 30 * 86_400_000;

/** What is not on the channel: it can be created there, and until then a change of its fields means something. */
export const mayBeCreated = (status: PostStatus): boolean => status === 'draft' || status === 'failed';
export const mayBeDeleted = (status: PostStatus): boolean => status !== 'creating' && status !== 'deleted';
/** Only what the channel knows can be compared with it. */
export const mayBeSynced = (status: PostStatus): boolean => status === 'creating' || status === 'ready' || status === 'lost';

/** The kind of material that a post of the type shows. */
export const kindFor = (type: PostType): 'video' | 'image' => (type === 'video' ? 'video' : 'image');

export interface PostShape {
  landing_page_id: number | null;
  link_url: string | null;
  published: boolean;
  scheduled_at: Date | null;
}

/** What a schema cannot say of a post, at the fields to blame. A draft may lack where a click leads. */
export function faultsOf(post: PostShape, now: Date, isDraft = false): FieldFault[] {
  const faults: FieldFault[] = [];
  const ways = [post.landing_page_id, post.link_url].filter((way) => way !== null).length;
  if (ways > 1 || (ways === 0 && !isDraft)) faults.push({ field: 'landing_page_id', rule: 'landingOrLink' });
  if (post.link_url !== null && !isHttps(post.link_url)) faults.push({ field: 'link_url', rule: 'https' });
  if (post.scheduled_at === null) return faults;
  if (!post.published) return [...faults, { field: 'scheduled_at', rule: 'scheduleUnpublished' }];
  const ahead = post.scheduled_at.getTime() - now.getTime();
  if (ahead < SCHEDULE_LEAST_MS || ahead > SCHEDULE_MOST_MS) faults.push({ field: 'scheduled_at', rule: 'scheduleRange' });
  return faults;
}

export interface Combination {
  homepage_ids: readonly number[];
  material_ids: readonly number[];
  texts: readonly string[];
  headlines: readonly string[];
  combine: PostCombination;
}

export interface Combined {
  homepage_id: number;
  material_id: number;
  message: string;
  headline: string | null;
}

/** How many posts come of it. */
export const countOfPosts = ({ homepage_ids, material_ids, combine }: Combination): number =>
  combine === 'each' ? homepage_ids.length * material_ids.length : material_ids.length;

/** The posts of an order: material by material; texts and headlines are taken in turn. */
export function combined(order: Combination): Combined[] {
  const { homepage_ids, material_ids, texts, headlines, combine } = order;
  const pages = (at: number) => (combine === 'each' ? homepage_ids : homepage_ids.slice(at % homepage_ids.length).slice(0, 1));
  return material_ids
    .flatMap((material_id, at) => pages(at).map((homepage_id) => ({ homepage_id, material_id })))
    .map((pair, at) => ({ ...pair, message: texts[at % texts.length] ?? '', headline: headlines[at % headlines.length] ?? null }));
}
