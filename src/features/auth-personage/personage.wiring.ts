import { personManagementMachine } from '#machines/parts/persons/person-management.machine.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import { personsWith } from '#src/parts/persons/persons.wiring.ts';
import {
  addPersonalToken,
  checkPersonalAccounts,
  deletePersonalAccount,
  editPersonalAccount,
  exportPersonalAccounts,
  importPersonalAssets,
  listPersonalAccounts,
  personalAuthResult,
  personalAuthUrl,
  setPersonalStatus,
  syncPersonalAccounts,
} from '#src/services/personal-accounts.service.ts';

/** Provides our own personal accounts with all actors. */
export const personage = listPageWith(
  personManagementMachine,
  personsWith({
    usage: 'self',
    path: '/auth/personage',
    calls: {
      list: listPersonalAccounts,
      authUrl: ({ request }) => personalAuthUrl(request),
      addToken: ({ request }) => addPersonalToken(request),
      result: personalAuthResult,
      import: importPersonalAssets,
      check: checkPersonalAccounts,
      sync: syncPersonalAccounts,
      edit: editPersonalAccount,
      setStatus: setPersonalStatus,
      delete: deletePersonalAccount,
      export: exportPersonalAccounts,
    },
  }),
);
