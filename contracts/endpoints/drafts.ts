import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { Exact, Id, IdempotencyKey, Instant, JsonObject, Nothing, Nullable, Version } from './shapes.ts';

/** The form of the console and the object that it edits. */
const place = {
  form: noted(Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }), {
    zh: '控制台里表单的名字。',
    en: 'Name of a form of the console.',
  }),
  subject_id: noted(Type.Optional(Id), {
    zh: '正在编辑的对象；新建时没有。',
    en: 'What is being changed; absent where something new is made.',
  }),
};

export const Draft = Exact({
  values: JsonObject,
  version: noted(Nullable(Version), {
    zh: '保存草稿时对象的版本；新建时为空。',
    en: 'Of the row that was being changed; null where something new is made.',
  }),
  saved_at: Instant,
});
export type Draft = Static<typeof Draft>;

export const getDraft = endpoint({
  name: 'drafts.get',
  method: 'POST',
  path: '/sys-drafts/get',
  summary: { zh: '读取草稿', en: 'Read a draft' },
  access: 'signedIn',
  effect: 'read',
  request: Exact(place),
  reply: Exact({
    draft: noted(Nullable(Draft), { zh: '没有、或已超过 30 天时为空。', en: 'Null when there is none, or none of the last 30 days.' }),
  }),
});

export const saveDraft = endpoint({
  name: 'drafts.save',
  method: 'POST',
  path: '/sys-drafts/save',
  summary: { zh: '保存草稿', en: 'Save a draft' },
  access: 'signedIn',
  effect: 'write',
  request: Exact({
    ...place,
    version: noted(Type.Optional(Version), { zh: '正在编辑的对象的版本。', en: 'Of the row that is being changed.' }),
    values: noted(JsonObject, {
      zh: '表单的值，JSON 最大 64 KiB。同一位置的后一份草稿取代前一份。',
      en: 'Values of the form, at most 64 KiB as JSON. A later draft of the same place replaces the earlier one.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: Exact({ saved_at: Instant }),
});

export const deleteDraft = endpoint({
  name: 'drafts.delete',
  method: 'POST',
  path: '/sys-drafts/delete',
  summary: { zh: '删除草稿', en: 'Delete a draft' },
  access: 'signedIn',
  effect: 'write',
  request: Exact({ ...place, idempotency_key: IdempotencyKey }),
  reply: Nothing,
});
