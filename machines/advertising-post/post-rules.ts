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

export const MESSAGE_MOST = 5000;
export const HEADLINE_MOST = 255;
/** What the channel shows before somebody unfolds the rest. */
export const MESSAGE_SHOWN = 125;
export const HEADLINE_SHOWN = 40;
export const POSTS_MOST = 500;
const HOMEPAGES_MOST = 20;
const MATERIALS_MOST = 50;
const TEXTS_MOST = 5;

export const postQuery = vocabularyQuery(listedPostFilters, postSortable);
export type PostFilters = ReturnType<typeof postQuery.read>['filters'];

/** The kind of material that a post of the type shows. */
export const kindFor = (type: PostType): 'video' | 'image' => (type === 'video' ? 'video' : 'image');

export interface PostValues {
  homepage_id: number | undefined;
  type: PostType;
  material_id: number | undefined;
  message: string;
  headline: string;
  description: string;
  /** Where a click leads: one of our landing pages, or an address. */
  leads: 'landing' | 'link';
  landing_page_id: number | undefined;
  link_url: string;
  call_to_action: CallToAction;
  published: boolean;
  /** An instant; empty: at once. While it is typed, whatever stands there. */
  scheduled_at: string;
  /** Only kept: the channel hears nothing of it. */
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
  /** How it is called when the reader is asked about it. */
  label: string;
}

/** What was typed is an instant, or it is no time at all. */
const anInstant = (value: string): FieldFault | undefined =>
  value === '' || /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? undefined : { rule: 'dateFormat', params: { format: 'YYYY-MM-DD HH:mm' } };

/** What is wrong with a post that is to be created; a draft needs its text alone, and what stands in it has to be sound. */
export function checkPost(values: PostValues): FieldFaults<PostValues> {
  const { asDraft, leads, link_url } = values;
  const chosen = (id: number | undefined) => (asDraft ? undefined : firstFault(id, requiredChoice));
  const link = asDraft && link_url.trim() === '' ? undefined : firstFault(link_url, required, url);
  return faultsIn<PostValues>({
    homepage_id: chosen(values.homepage_id),
    material_id: chosen(values.material_id),
    message: firstFault(values.message, required, stringMaximum(MESSAGE_MOST)),
    headline: firstFault(values.headline, stringMaximum(HEADLINE_MOST)),
    description: firstFault(values.description, stringMaximum(HEADLINE_MOST)),
    landing_page_id: leads === 'landing' ? chosen(values.landing_page_id) : undefined,
    link_url: leads === 'link' ? link : undefined,
    scheduled_at: values.published ? firstFault(values.scheduled_at, anInstant) : undefined,
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

export const labelOf = ({ headline, message }: Pick<PostRow, 'headline' | 'message'>): string => headline ?? beginning(message);

const LABEL_MOST = 40;
function beginning(message: string): string {
  const letters = [...message];
  return letters.length > LABEL_MOST ? `${letters.slice(0, LABEL_MOST).join('').trimEnd()}…` : message;
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

/** How many posts come of it. */
export const countOfPosts = ({
  homepage_ids,
  material_ids,
  combine,
}: Pick<SeveralValues, 'homepage_ids' | 'material_ids' | 'combine'>): number =>
  combine === 'each' ? homepage_ids.length * material_ids.length : homepage_ids.length === 0 ? 0 : material_ids.length;

const noneBlank = (values: readonly string[]): FieldFault | undefined =>
  values.some((value) => value.trim() === '') ? { rule: 'blank' } : undefined;

const fewEnough = (values: SeveralValues): FieldFault | undefined => {
  const count = countOfPosts(values);
  return count > POSTS_MOST ? { rule: 'numberMax', params: { max: POSTS_MOST } } : undefined;
};

export const checkSeveral = (values: SeveralValues): FieldFaults<SeveralValues> =>
  faultsIn<SeveralValues>({
    homepage_ids: firstFault(values.homepage_ids, arrayMinimum(1), arrayRange(1, HOMEPAGES_MOST)),
    material_ids: firstFault(values.material_ids, arrayMinimum(1), arrayRange(1, MATERIALS_MOST)) ?? fewEnough(values),
    texts: firstFault(values.texts, arrayRange(1, TEXTS_MOST), noneBlank, itemsMaximum(MESSAGE_MOST)),
    headlines: firstFault(values.headlines, arrayRange(0, TEXTS_MOST), noneBlank, itemsMaximum(HEADLINE_MOST)),
    landing_page_id: firstFault(values.landing_page_id, requiredChoice),
  });

/** What is done to several posts. */
export interface PostBatchParams {
  action: 'retry' | 'sync' | 'delete';
}
export const blankPostBatch: PostBatchParams = { action: 'sync' };

/** Another page leads here with materials to make posts of, `?new_posts=1,2`; the parameter is gone once it was read. */
const ORDER = 'new_posts';

export function orderedIn(search: string): number[] {
  const given = new URLSearchParams(search).get(ORDER) ?? '';
  const ids = given.split(',').flatMap((raw) => id.read(raw) ?? []);
  return [...new Set(ids)].slice(0, MATERIALS_MOST);
}

export function withoutOrder(search: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(ORDER);
  const rest = parameters.toString();
  return rest && `?${rest}`;
}

/** Nothing of an order is kept in the address. */
export const orderAddress = { replaceIn: withoutOrder };
