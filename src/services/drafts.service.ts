import { call } from './call.ts';

export const getDraft = call('/sys-drafts/get', { draft: { values: true, version: true, saved_at: true } });
// The clock saves what is typed; the form says when it was saved last.
export const saveDraft = call('/sys-drafts/save', { saved_at: true }, { quiet: true });
export const deleteDraft = call('/sys-drafts/delete', {});
