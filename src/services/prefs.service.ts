import { call } from './call.ts';

export const getPrefs = call('/sys-prefs/get', { values: true });
export const savePref = call('/sys-prefs/save', {});

const tableKey = (page: string) => `table:${page}`;

/** The saved table view of a page, unchecked; undefined when nothing was saved. */
export const loadTableView = async (page: string, signal?: AbortSignal): Promise<unknown> =>
  (await getPrefs({ keys: [tableKey(page)] }, signal)).values[tableKey(page)];

/** Null restores the default view. */
export const saveTableView = (page: string, view: object | null, signal?: AbortSignal) =>
  savePref({ key: tableKey(page), value: view }, signal);
