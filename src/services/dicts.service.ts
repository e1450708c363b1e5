import { call } from './call.ts';

const entries = [{ value: true, label_zh: true, label_en: true }] as const;

export const listDicts = call('/sys-dicts/list', {
  timezones: entries,
  languages: entries,
  locales: entries,
  countries: entries,
  currencies: entries,
  genres: entries,
  interests: entries,
  call_to_actions: entries,
  tags: entries,
});
