import * as dicts from '#contracts/endpoints/dicts.ts';
import { listMenus } from '#contracts/endpoints/menus.ts';
import * as prefs from '#contracts/endpoints/prefs.ts';
import { defineCall } from '../call.ts';
import { loadMaterialTags } from '../content/index.ts';
import { dictionaries, toSameEntry } from '../dictionaries.ts';
import { refuseField } from '../refusal.ts';
import { menuFor } from './permissions.ts';
import { readPrefs, writePref } from './prefs.repository.ts';

const MAX_PREF_BYTES = 16 * 1024;

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
    handle: async ({ db, caller }, { names }) => ({
      ...Object.fromEntries(names.flatMap((name) => (name === 'tags' ? [] : [[name, dictionaries[name]]]))),
      ...(names.includes('tags') && { tags: (await loadMaterialTags(db, caller)).map(toSameEntry) }),
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
      if (Buffer.byteLength(text) > MAX_PREF_BYTES) throw refuseField('value', 'tooLarge');
      if (!(await writePref(db, caller.userId, key, text, now))) throw refuseField('key', 'tooMany');
      return {};
    },
  }),
];
