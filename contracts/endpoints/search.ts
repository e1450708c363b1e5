import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { Exact, Id, OneOf } from './shapes.ts';

/** Kinds of records that the search finds, in the order in which they are shown. */
export const foundKinds = [
  'drama',
  'product',
  'material',
  'post',
  'campaign',
  'ad_group',
  'ad',
  'scheme',
  'ad_account',
  'homepage',
  'pixel',
  'site',
  'personal_account',
  'user',
  'department',
  'role',
  'batch',
] as const;
export type FoundKind = (typeof foundKinds)[number];

export const Found = Exact({
  id: Id,
  label: Type.String(),
  detail: noted(Type.String(), {
    zh: '与同名者的区别，可能为空。',
    en: 'What tells it from others of the same label; may be empty.',
  }),
  path: noted(Type.String(), { zh: '在哪个页面显示。', en: 'The page where it is shown.' }),
  search: noted(Type.String(), { zh: '该页面的查询串，带问号。', en: 'The query string of that page, with the question mark.' }),
});
export type Found = Static<typeof Found>;

export const findRecords = endpoint({
  name: 'search.find',
  method: 'POST',
  path: '/sys-search/find',
  summary: { zh: '全局搜索', en: 'Find records' },
  access: 'anyPage',
  effect: 'read',
  request: Exact({
    keyword: noted(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), {
      zh: '名称的一部分，或编号（可带 #）。',
      en: 'Part of a name, or an id, with or without #.',
    }),
  }),
  reply: Exact({
    groups: noted(Type.Array(Exact({ kind: OneOf(foundKinds), list: Type.Array(Found, { minItems: 1, maxItems: 5 }) })), {
      zh: '每类至多五条，只含提问者在其能打开的页面上看得到的；没有结果的类不出现。',
      en: 'At most five of each kind, of what the caller may see on pages they may open; a kind without any is absent.',
    }),
  }),
});
