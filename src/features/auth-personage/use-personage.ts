import { personManagementMachine } from '#machines/kernel/persons/person-management.machine.ts';
import { personParts } from '#src/parts/persons/use-persons.ts';
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

/** Personal accounts of our own people, with everything their page needs from the outside world. */
export const personage = personManagementMachine.provide(
  personParts({
    usage: 'self',
    path: '/auth/personage',
    calls: {
      list: listPersonalAccounts,
      authUrl: ({ asked }) => personalAuthUrl(asked),
      addToken: ({ asked }) => addPersonalToken(asked),
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
