import type { PostRow as WireRow } from '#contracts/endpoints/posts.ts';
import { type CallToAction, listedPostFilters, type PostCombination, type PostType, postSortable } from '#contracts/vocabulary/posts.ts';
import type { FieldFault, FieldFaults } from '../kernel/form/faults.ts';
import {
  arrayMinimum,
  arrayRange,
  faultsIn,
  firstFault,
  itemsMaximum,
  required,
  requiredChoice,
  stringMaximum,
  url,
} from '../kernel/form/field-rules.ts';
import { id } from '../kernel/list/list-query.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';

export type PostRow = Omit<WireRow, 'updated_at'>;

export const MAX_MESSAGE_LENGTH = 5000;
export const MAX_HEADLINE_LENGTH = 255;
/** Number of characters the channel shows before the text is unfolded. */
export const SHOWN_MESSAGE_LENGTH = 125;
export const SHOWN_HEADLINE_LENGTH = 40;
export const MAX_POSTS = 500;
const MAX_HOMEPAGES = 20;
const MAX_MATERIALS = 50;
const MAX_TEXTS = 5;

export const postQuery = vocabularyQuery(listedPostFilters, postSortable);
export type PostFilters = ReturnType<typeof postQuery.read>['filters'];

/** The kind of material for this type of post. */
export const kindFor = (type: PostType): 'video' | 'image' => (type === 'video' ? 'video' : 'image');

export interface PostValues {
  homepage_id: number | undefined;
  type: PostType;
  material_id: number | undefined;
  message: string;
  headline: string;
  description: string;
  /** Where a click leads: to one of our landing pages, or to a URL. */
  leads: 'landing' | 'link';
  landing_page_id: number | undefined;
  link_url: string;
  call_to_action: CallToAction;
  published: boolean;
  /** An instant, or unfinished text while it is typed; empty: at once. */
  scheduled_at: string;
  /** Only saved, not sent to the channel. */
  asDraft: boolean;
}

export const blankPost: PostValues = {
  homepage_id: undefined,
  type: 'video',
  material_id: undefined,
  message: '',
  headline: '',
  description: '',
  leads: 'landing',
  landing_page_id: undefined,
  link_url: '',
  call_to_action: 'WATCH_MORE',
  published: false,
  scheduled_at: '',
  asDraft: false,
};

export interface PostSubject {
  id: number;
  version: number;
  /** The name for confirmations. */
  label: string;
}

/** Accepts an instant. */
const checkInstant = (value: string): FieldFault | undefined =>
  value === '' || /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? undefined : { rule: 'dateFormat', params: { format: 'YYYY-MM-DD HH:mm' } };

/** The faults of a post. A draft needs only its text, but its filled fields must be valid. */
export function checkPost(values: PostValues): FieldFaults<PostValues> {
  const { asDraft, leads, link_url } = values;
  const chosen = (id: number | undefined) => (asDraft ? undefined : firstFault(id, requiredChoice));
  const link = asDraft && link_url.trim() === '' ? undefined : firstFault(link_url, required, url);
  return faultsIn<PostValues>({
    homepage_id: chosen(values.homepage_id),
    material_id: chosen(values.material_id),
    message: firstFault(values.message, required, stringMaximum(MAX_MESSAGE_LENGTH)),
    headline: firstFault(values.headline, stringMaximum(MAX_HEADLINE_LENGTH)),
    description: firstFault(values.description, stringMaximum(MAX_HEADLINE_LENGTH)),
    landing_page_id: leads === 'landing' ? chosen(values.landing_page_id) : undefined,
    link_url: leads === 'link' ? link : undefined,
    scheduled_at: values.published ? firstFault(values.scheduled_at, checkInstant) : undefined,
  });
}

export const postDraft = (row: PostRow) => ({
  values: {
    homepage_id: row.homepage?.id,
    type: row.type,
    material_id: row.material?.id,
    message: row.message,
    headline: row.headline ?? '',
    description: row.description ?? '',
    leads: row.landing === null && row.link_url !== null ? ('link' as const) : ('landing' as const),
    landing_page_id: row.landing?.id,
    link_url: row.landing === null ? (row.link_url ?? '') : '',
    call_to_action: row.call_to_action,
    published: row.published,
    scheduled_at: row.scheduled_at ?? '',
    asDraft: false,
  },
  subject: { id: row.id, version: row.version, label: labelOf(row) },
});

export const labelOf = ({ headline, message }: Pick<PostRow, 'headline' | 'message'>): string => headline ?? shorten(message);

const MAX_LABEL_LENGTH = 40;
function shorten(message: string): string {
  const letters = [...message];
  return letters.length > MAX_LABEL_LENGTH ? `${letters.slice(0, MAX_LABEL_LENGTH).join('').trimEnd()}…` : message;
}

export interface SeveralValues {
  homepage_ids: number[];
  material_ids: number[];
  texts: string[];
  headlines: string[];
  landing_page_id: number | undefined;
  call_to_action: CallToAction;
  combine: PostCombination;
}

export const blankSeveral: SeveralValues = {
  homepage_ids: [],
  material_ids: [],
  texts: [''],
  headlines: [],
  landing_page_id: undefined,
  call_to_action: 'WATCH_MORE',
  combine: 'each',
};

/** Number of posts that the order creates. */
export const countOfPosts = ({
  homepage_ids,
  material_ids,
  combine,
}: Pick<SeveralValues, 'homepage_ids' | 'material_ids' | 'combine'>): number =>
  combine === 'each' ? homepage_ids.length * material_ids.length : homepage_ids.length === 0 ? 0 : material_ids.length;

const noneBlank = (values: readonly string[]): FieldFault | undefined =>
  values.some((value) => value.trim() === '') ? { rule: 'blank' } : undefined;

const checkPostCount = (values: SeveralValues): FieldFault | undefined => {
  const count = countOfPosts(values);
  return count > MAX_POSTS ? { rule: 'numberMax', params: { max: MAX_POSTS } } : undefined;
};

export const checkSeveral = (values: SeveralValues): FieldFaults<SeveralValues> =>
  faultsIn<SeveralValues>({
    homepage_ids: firstFault(values.homepage_ids, arrayMinimum(1), arrayRange(1, MAX_HOMEPAGES)),
    material_ids: firstFault(values.material_ids, arrayMinimum(1), arrayRange(1, MAX_MATERIALS)) ?? checkPostCount(values),
    texts: firstFault(values.texts, arrayRange(1, MAX_TEXTS), noneBlank, itemsMaximum(MAX_MESSAGE_LENGTH)),
    headlines: firstFault(values.headlines, arrayRange(0, MAX_TEXTS), noneBlank, itemsMaximum(MAX_HEADLINE_LENGTH)),
    landing_page_id: firstFault(values.landing_page_id, requiredChoice),
  });

/** The parameters of a bulk action on posts. */
export interface PostBatchParams {
  action: 'retry' | 'sync' | 'delete';
}
export const blankPostBatch: PostBatchParams = { action: 'sync' };

/** Address key with which another page preselects materials, `?new_posts=1,2`. It is removed once it was read. */
const ORDER_KEY = 'new_posts';

export function readOrder(search: string): number[] {
  const given = new URLSearchParams(search).get(ORDER_KEY) ?? '';
  const ids = given.split(',').flatMap((raw) => id.read(raw) ?? []);
  return [...new Set(ids)].slice(0, MAX_MATERIALS);
}

export function withoutOrder(search: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(ORDER_KEY);
  const rest = parameters.toString();
  return rest && `?${rest}`;
}

/** Removes an order from the address. */
export const orderAddress = { replaceIn: withoutOrder };
