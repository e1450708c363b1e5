import { call } from './call.ts';

// Drafts are kept and found without anybody asking for it: a form stands well without.
export const getDraft = call('/sys-drafts/get', { draft: { values: true, version: true, saved_at: true } }, { quiet: true });
export const saveDraft = call('/sys-drafts/save', { saved_at: true }, { quiet: true });
export const deleteDraft = call('/sys-drafts/delete', {}, { quiet: true });
