import { call } from './call.ts';

export const getPrefs = call('/sys-prefs/get', { values: true });
export const savePref = call('/sys-prefs/save', {});

const tableKey = (page: string) => `table:${page}`;

/** How the reader wants the table of a page, whatever was saved of it; undefined when nothing was. */
export const loadTableView = async (page: string, signal?: AbortSignal): Promise<unknown> =>
  (await getPrefs({ keys: [tableKey(page)] }, signal)).values[tableKey(page)];

/** Null is what the page came with. */
export const saveTableView = (page: string, view: object | null, signal?: AbortSignal) =>
  savePref({ key: tableKey(page), value: view }, signal);
