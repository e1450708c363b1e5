import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Exact, Id, IdempotencyKey, Instant, JsonObject, Nothing, Nullable, Version } from './shapes.ts';

/** Which form of the console, and what it is about; without a subject it makes something new. */
const place = {
  form: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
  subject_id: Type.Optional(Id),
};

export const Draft = Exact({
  values: JsonObject,
  /** Of the row that was being changed. */
  version: Nullable(Version),
  saved_at: Instant,
});
export type Draft = Static<typeof Draft>;

export const getDraft = endpoint({
  name: 'drafts.get',
  method: 'POST',
  path: '/sys-drafts/get',
  summary: { zh: '读取草稿', en: 'Read a draft' },
  request: Exact(place),
  /** Null when there is none, or none of the last 30 days. */
  reply: Exact({ draft: Nullable(Draft) }),
});

export const saveDraft = endpoint({
  name: 'drafts.save',
  method: 'POST',
  path: '/sys-drafts/save',
  summary: { zh: '保存草稿', en: 'Save a draft' },
  /** `values` has at most 64 KiB as JSON. A later draft of the same place replaces the earlier one. */
  request: Exact({ ...place, version: Type.Optional(Version), values: JsonObject, idempotency_key: IdempotencyKey }),
  reply: Exact({ saved_at: Instant }),
});

export const deleteDraft = endpoint({
  name: 'drafts.delete',
  method: 'POST',
  path: '/sys-drafts/delete',
  summary: { zh: '删除草稿', en: 'Delete a draft' },
  request: Exact({ ...place, idempotency_key: IdempotencyKey }),
  reply: Nothing,
});
