import { call } from './call.ts';

const found = { state: true, saved_at: true } as const;

export const getWorkspace = call('/sys-workspaces/get', found);
// Polled after the first call failed.
export const pollWorkspace = call('/sys-workspaces/get', found, { quiet: true });
export const saveWorkspace = call('/sys-workspaces/save', { saved_at: true }, { quiet: true });
