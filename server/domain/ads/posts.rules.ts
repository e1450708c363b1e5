import { isHttps } from '#contracts/rules/https-address.ts';
import type { PostCombination, PostStatus, PostType } from '#contracts/vocabulary/posts.ts';
import type { FieldFault } from '../refusal.ts';

/** A post may be scheduled between this much and that much time ahead. */
export const MIN_SCHEDULE_MS = 10 * 60_000;
export const MAX_SCHEDULE_MS = 30 * 86_400_000;

/** True for a post that is not on the channel; only then can its fields change. */
export const isCreatable = (status: PostStatus): boolean => status === 'draft' || status === 'failed';
export const isDeletable = (status: PostStatus): boolean => status !== 'creating' && status !== 'deleted';
/** Only a post that the channel knows can be synchronised. */
export const isSyncable = (status: PostStatus): boolean => status === 'creating' || status === 'ready' || status === 'lost';

/** The kind of material a post of this type shows. */
export const toMaterialKind = (type: PostType): 'video' | 'image' => (type === 'video' ? 'video' : 'image');

export interface PostShape {
  landing_page_id: number | null;
  link_url: string | null;
  published: boolean;
  scheduled_at: Date | null;
}

/** Faults that a schema cannot express, at their fields. A draft may lack a landing page and link. */
export function findPostFaults(post: PostShape, now: Date, isDraft = false): FieldFault[] {
  const faults: FieldFault[] = [];
  const targetCount = [post.landing_page_id, post.link_url].filter((way) => way !== null).length;
  if (targetCount > 1 || (targetCount === 0 && !isDraft)) faults.push({ field: 'landing_page_id', rule: 'landingOrLink' });
  if (post.link_url !== null && !isHttps(post.link_url)) faults.push({ field: 'link_url', rule: 'https' });
  if (post.scheduled_at === null) return faults;
  if (!post.published) return [...faults, { field: 'scheduled_at', rule: 'scheduleUnpublished' }];
  const ahead = post.scheduled_at.getTime() - now.getTime();
  if (ahead < MIN_SCHEDULE_MS || ahead > MAX_SCHEDULE_MS) faults.push({ field: 'scheduled_at', rule: 'scheduleRange' });
  return faults;
}

export interface Combination {
  homepage_ids: readonly number[];
  material_ids: readonly number[];
  texts: readonly string[];
  headlines: readonly string[];
  combine: PostCombination;
}

export interface CombinedPost {
  homepage_id: number;
  material_id: number;
  message: string;
  headline: string | null;
}

/** The number of posts of an order. */
export const countPosts = ({ homepage_ids, material_ids, combine }: Combination): number =>
  combine === 'each' ? homepage_ids.length * material_ids.length : material_ids.length;

/** The posts of an order, material by material, with texts and headlines in turn. */
export function combinePosts(order: Combination): CombinedPost[] {
  const { homepage_ids, material_ids, texts, headlines, combine } = order;
  const pages = (at: number) => (combine === 'each' ? homepage_ids : homepage_ids.slice(at % homepage_ids.length).slice(0, 1));
  return material_ids
    .flatMap((material_id, at) => pages(at).map((homepage_id) => ({ homepage_id, material_id })))
    .map((pair, at) => ({ ...pair, message: texts[at % texts.length] ?? '', headline: headlines[at % headlines.length] ?? null }));
}
