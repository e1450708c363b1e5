import * as dicts from '#contracts/endpoints/dicts.ts';
import { listMenus } from '#contracts/endpoints/menus.ts';
import * as prefs from '#contracts/endpoints/prefs.ts';
import { defineCall } from '../call.ts';
import { reasonTexts } from '../messages.ts';
import { refuseField } from '../refusal.ts';
import { menuFor } from './permissions.ts';
import { readPrefs, writePref } from './prefs.repository.ts';

const PREF_MAX_BYTES = 16 * 1024;

const timezones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((name) => ({
  value: name,
  label_zh: name,
  label_en: name,
}));
const reasons = Object.entries(reasonTexts).map(([value, words]) => ({ value, label_zh: words.zh, label_en: words.en }));

export const settingCalls = [
  defineCall({
    endpoint: listMenus,
    audit: 'read',
    handle: async ({ menu, caller }) => ({
      list: menuFor(menu, caller.paths).map((entry) => ({
        path: entry.path,
        parent_path: entry.parentPath,
        group_key: entry.group,
        title: entry.titleZh,
        title_en: entry.titleEn,
        sort: entry.sort,
        hide: entry.hide,
        activeMenu: entry.activeMenu,
        icon: entry.icon,
      })),
    }),
  }),
  defineCall({
    endpoint: dicts.listDicts,
    audit: 'read',
    handle: async (_context, { names }) => ({
      ...(names.includes('timezones') ? { timezones } : {}),
      ...(names.includes('reasons') ? { reasons } : {}),
    }),
  }),
  defineCall({
    endpoint: prefs.getPrefs,
    audit: 'read',
    handle: async ({ db, caller }, { keys }) => ({ values: await readPrefs(db, caller.userId, keys) }),
  }),
  defineCall({
    endpoint: prefs.savePref,
    audit: 'personal',
    async handle({ db, caller, now }, { key, value }) {
      const text = JSON.stringify(value);
      if (Buffer.byteLength(text) > PREF_MAX_BYTES) throw refuseField('value', 'tooLarge');
      await writePref(db, caller.userId, key, text, now);
      return {};
    },
  }),
];
