import { call } from './call.ts';

export const listDicts = call('/sys-dicts/list', { timezones: [{ value: true, label_zh: true, label_en: true }] });
