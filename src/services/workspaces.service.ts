import { call } from './call.ts';

export const getWorkspace = call('/sys-workspaces/get', { state: true, saved_at: true });
export const saveWorkspace = call('/sys-workspaces/save', { saved_at: true });
