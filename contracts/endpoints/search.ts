import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Exact, Id, OneOf } from './shapes.ts';

/** Kinds of records that can be looked for, in the order they are shown. */
export const foundKinds = ['user', 'department', 'role', 'batch'] as const;

export const Found = Exact({
  id: Id,
  label: Type.String(),
  /** What tells it from others of the same label; may be empty. */
  detail: Type.String(),
  /** Where it is shown: a page, and its query string with the question mark. */
  path: Type.String(),
  search: Type.String(),
});
export type Found = Static<typeof Found>;

export const findRecords = endpoint({
  name: 'search.find',
  method: 'POST',
  path: '/sys-search/find',
  summary: { zh: '全局搜索', en: 'Find records' },
  request: Exact({ keyword: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }) }),
  /** At most five of each kind, of what the caller may see on pages they may open; a kind without any is absent. */
  reply: Exact({ groups: Type.Array(Exact({ kind: OneOf(foundKinds), list: Type.Array(Found, { minItems: 1, maxItems: 5 }) })) }),
});
