import { call } from './call.ts';

export const getDraft = call('/sys-drafts/get', { draft: { values: true, version: true, saved_at: true } });
// Autosave; the form shows when it last succeeded.
export const saveDraft = call('/sys-drafts/save', { saved_at: true }, { quiet: true });
export const deleteDraft = call('/sys-drafts/delete', {});
