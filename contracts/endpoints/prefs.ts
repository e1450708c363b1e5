import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Exact, IdempotencyKey, Nothing } from './shapes.ts';

const PrefKey = Type.String({ pattern: '^[a-z0-9_./:-]{1,80}$' });

export const getPrefs = endpoint({
  name: 'prefs.get',
  method: 'POST',
  path: '/sys-prefs/get',
  summary: { zh: '读取偏好', en: 'Read preferences' },
  request: Exact({ keys: Type.Array(PrefKey, { minItems: 1, maxItems: 50, uniqueItems: true }) }),
  /** A key never saved is absent. */
  reply: Exact({ values: Type.Record(Type.String(), Type.Unknown()) }),
});

export const savePref = endpoint({
  name: 'prefs.save',
  method: 'POST',
  path: '/sys-prefs/save',
  summary: { zh: '保存偏好', en: 'Save a preference' },
  /** `value` is any JSON of at most 16 KiB. */
  request: Exact({ key: PrefKey, value: Type.Unknown(), idempotency_key: IdempotencyKey }),
  reply: Nothing,
});
