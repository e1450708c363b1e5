import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Exact, OneOf } from './shapes.ts';

export const dictNames = ['timezones', 'reasons'] as const;

export const DictEntry = Exact({ value: Type.String(), label_zh: Type.String(), label_en: Type.String() });
export type DictEntry = Static<typeof DictEntry>;

export const listDicts = endpoint({
  name: 'dicts.list',
  method: 'POST',
  path: '/sys-dicts/list',
  summary: { zh: '字典', en: 'Dictionaries' },
  request: Exact({ names: Type.Array(OneOf(dictNames), { minItems: 1, maxItems: dictNames.length, uniqueItems: true }) }),
  /** Entries by the name that was asked for. */
  reply: Exact({
    timezones: Type.Optional(Type.Array(DictEntry)),
    reasons: Type.Optional(Type.Array(DictEntry)),
  }),
});
