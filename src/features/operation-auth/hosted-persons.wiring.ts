import { personManagementMachine } from '#machines/parts/persons/person-management.machine.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import { personsWith } from '#src/parts/persons/persons.wiring.ts';
import {
  addHostedToken,
  checkHostedAccounts,
  deleteHostedAccount,
  editHostedAccount,
  exportHostedAccounts,
  hostedAuthResult,
  hostedAuthUrl,
  importHostedAssets,
  listHostedAccounts,
  openAuthLinks,
  revokeAuthLink,
  setHostedStatus,
  syncHostedAccounts,
} from '#src/services/hosted-persons.service.ts';

/** Provides hosted personal accounts with all actors. */
export const hostedPersons = listPageWith(
  personManagementMachine,
  personsWith({
    usage: 'host',
    path: '/operation/auth',
    calls: {
      list: listHostedAccounts,
      authUrl: ({ request, holder, mode }) => hostedAuthUrl({ ...request, ...holder, mode }),
      addToken: ({ request, holder }) => addHostedToken({ ...request, ...holder }),
      result: hostedAuthResult,
      import: importHostedAssets,
      check: checkHostedAccounts,
      sync: syncHostedAccounts,
      edit: editHostedAccount,
      setStatus: setHostedStatus,
      delete: deleteHostedAccount,
      export: exportHostedAccounts,
      links: { open: openAuthLinks, revoke: revokeAuthLink },
    },
  }),
);
