import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { Exact, IdempotencyKey, Nothing } from './shapes.ts';

const PrefKey = noted(Type.String({ pattern: '^[a-z0-9_./:-]{1,80}$' }), {
  zh: '控制台自定的名字，每人各有一份。',
  en: 'A name the console chooses; every person has values of their own.',
});

export const getPrefs = endpoint({
  name: 'prefs.get',
  method: 'POST',
  path: '/sys-prefs/get',
  summary: { zh: '读取偏好', en: 'Read preferences' },
  access: 'signedIn',
  effect: 'read',
  request: Exact({ keys: Type.Array(PrefKey, { minItems: 1, maxItems: 50, uniqueItems: true }) }),
  reply: Exact({
    values: noted(Type.Record(Type.String(), Type.Unknown()), {
      zh: '按键给出；从未保存的键不出现。',
      en: 'By key; a key never saved is absent.',
    }),
  }),
});

export const savePref = endpoint({
  name: 'prefs.save',
  method: 'POST',
  path: '/sys-prefs/save',
  summary: { zh: '保存偏好', en: 'Save a preference' },
  access: 'signedIn',
  effect: 'write',
  request: Exact({
    key: PrefKey,
    value: noted(Type.Unknown(), { zh: '任意 JSON，最大 16 KiB。', en: 'Any JSON of at most 16 KiB.' }),
    idempotency_key: IdempotencyKey,
  }),
  reply: Nothing,
});
