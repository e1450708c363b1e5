import { call } from './call.ts';

const view = {
  id: true,
  version: true,
  page: true,
  name: true,
  owner: { id: true, label: true },
  shared: true,
  roles: [{ id: true, label: true }],
  query: true,
  table: { shown: true, widths: true, density: true },
  is_default: true,
  can: true,
} as const;

export const listViews = call('/sys-views/list', { list: [view] });
export const createView = call('/sys-views/create', view);
export const editView = call('/sys-views/edit', view);
export const deleteView = call('/sys-views/delete', {});
export const setDefaultView = call('/sys-views/set_default', {});
