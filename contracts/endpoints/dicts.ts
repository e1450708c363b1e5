import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { Exact, OneOf } from './shapes.ts';

export const dictNames = ['timezones', 'reasons'] as const;

export const DictEntry = Exact({
  value: noted(Type.String(), { zh: '存储和发送的值。', en: 'What is stored and sent.' }),
  label_zh: Type.String(),
  label_en: Type.String(),
});
export type DictEntry = Static<typeof DictEntry>;

export const listDicts = endpoint({
  name: 'dicts.list',
  method: 'POST',
  path: '/sys-dicts/list',
  summary: { zh: '字典', en: 'Dictionaries' },
  access: 'signedIn',
  effect: 'read',
  request: Exact({ names: Type.Array(OneOf(dictNames), { minItems: 1, maxItems: dictNames.length, uniqueItems: true }) }),
  reply: Exact({
    timezones: noted(Type.Optional(Type.Array(DictEntry)), {
      zh: 'IANA 时区；只在被问到时出现。',
      en: 'IANA names; only where asked for.',
    }),
    reasons: noted(Type.Optional(Type.Array(DictEntry)), {
      zh: '全部错误原因及其说明；只在被问到时出现。',
      en: 'Every reason with its words; only where asked for.',
    }),
  }),
});
