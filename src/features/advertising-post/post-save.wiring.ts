import type { SavedPost } from '#machines/advertising-post/post-management.machine.ts';
import { type PostRow, type PostSubject, type PostValues, postDraft, type SeveralValues } from '#machines/advertising-post/post-rules.ts';
import type { SaveOutcome, SaveRequest } from '#machines/kernel/form/form-dialog.machine.ts';
import { changedSince } from '#machines/kernel/form/form-values.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { createPost, createPosts, editPost, retryPosts } from '#src/services/posts.service.ts';
import { deriveKey } from '#src/ui/form/request-key.ts';

/** The request for the typed values; a draft may be incomplete. */
const toRequest = (values: PostValues) => ({
  ...(values.homepage_id !== undefined && { homepage_id: values.homepage_id }),
  type: values.type,
  ...(values.material_id !== undefined && { material_id: values.material_id }),
  message: values.message.trim(),
  headline: values.headline.trim() || null,
  description: values.description.trim() || null,
  landing_page_id: values.leads === 'landing' ? (values.landing_page_id ?? null) : null,
  link_url: (values.leads === 'link' && values.link_url.trim()) || null,
  call_to_action: values.call_to_action,
  published: values.published,
  scheduled_at: values.published && values.scheduled_at !== '' ? values.scheduled_at : null,
});

const FIELDS = [
  'homepage_id',
  'type',
  'material_id',
  'message',
  'headline',
  'description',
  'landing_page_id',
  'link_url',
  'call_to_action',
  'published',
  'scheduled_at',
] as const;

const readOptions = {
  fields: FIELDS,
  fieldOf: { HOMEPAGE_UNUSABLE: 'homepage_id', MATERIAL_NOT_READY: 'material_id' },
  latest: (row: PostRow) => postDraft(row),
} as const;

async function create(values: PostValues, key: string): Promise<SavedPost> {
  const { id, batch_id } = await createPost({
    ...toRequest(values),
    ...(values.asDraft && { draft: true as const }),
    idempotency_key: key,
  });
  return { id, batchId: batch_id };
}

async function edit(subject: PostSubject, { values, origin, key }: SaveRequest<PostValues, PostSubject>): Promise<SavedPost> {
  const changes = changedSince(toRequest(origin), toRequest(values));
  if (Object.keys(changes).length > 0) await editPost({ id: subject.id, version: subject.version, ...changes, idempotency_key: key });
  if (values.asDraft) return { id: subject.id };
  return { id: subject.id, batchId: (await retryPosts({ ids: [subject.id], idempotency_key: deriveKey(key) })).batch_id };
}

/** Saves a post and, unless it stays a draft, starts its creation on the channel. */
export const savePost = (question: SaveRequest<PostValues, PostSubject>): Promise<SaveOutcome<PostValues, SavedPost, PostSubject>> =>
  toSaveOutcome(question.subject ? edit(question.subject, question) : create(question.values, question.key), readOptions);

const SEVERAL_FIELDS = ['homepage_ids', 'material_ids', 'texts', 'headlines', 'landing_page_id', 'call_to_action', 'combine'] as const;

/** Starts a batch of posts for several materials on several homepages. */
export const saveSeveral = ({
  values,
  key,
}: SaveRequest<SeveralValues, { id: number }>): Promise<SaveOutcome<SeveralValues, { batchIds: number[] }, { id: number }>> =>
  toSaveOutcome(
    createPosts({
      ...values,
      texts: values.texts.map((text) => text.trim()),
      headlines: values.headlines.map((text) => text.trim()),
      // The form requires it before it can be sent.
      landing_page_id: values.landing_page_id as number,
      idempotency_key: key,
    }).then(({ batch_id }) => ({ batchIds: [batch_id] })),
    { fields: SEVERAL_FIELDS },
  );
