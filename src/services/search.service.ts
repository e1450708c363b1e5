import { call } from './call.ts';

export const findRecords = call('/sys-search/find', {
  groups: [{ kind: true, list: [{ id: true, label: true, detail: true, path: true, search: true }] }],
});
