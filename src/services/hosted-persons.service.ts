import { batchStart } from './batches.service.ts';
import { call, fileCall } from './call.ts';
import { authResult, authUrl, personalRow, tokenAdded } from './personal-accounts.service.ts';

const row = { ...personalRow, holder_name: true, contact: true, consent_at: true, consent_note: true, hosted_accounts: true } as const;

export const listHostedAccounts = call('/operation-auths/list', { list: [row], total: true });
export const hostedAuthUrl = call('/operation-auths/auth_url', authUrl);
// Polled while the authorisation window is open: a failure is retried and not announced.
export const hostedAuthResult = call('/operation-auths/auth_result', authResult, { quiet: true });
export const openAuthLinks = call('/operation-auths/links', {
  list: [
    {
      id: true,
      holder_name: true,
      contact: true,
      owner: { id: true, label: true },
      user: { id: true, label: true },
      status: true,
      created_at: true,
      expires_at: true,
    },
  ],
});
export const revokeAuthLink = call('/operation-auths/revoke_link', {});
export const importHostedAssets = call('/operation-auths/import', batchStart);
export const addHostedToken = call('/operation-auths/token_add', tokenAdded);
export const checkHostedAccounts = call('/operation-auths/check', batchStart);
export const syncHostedAccounts = call('/operation-auths/sync', batchStart);
export const editHostedAccount = call('/operation-auths/edit', row);
export const setHostedStatus = call('/operation-auths/set_status', row);
export const deleteHostedAccount = call('/operation-auths/delete', {});
export const exportHostedAccounts = fileCall('/operation-auths/export');
