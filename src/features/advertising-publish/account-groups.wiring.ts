import { fromPromise } from 'xstate';
import {
  type AccountGroup,
  type AccountGroupName,
  type AccountGroupSubject,
  accountGroupForm,
  accountGroupOptions,
  accountGroupRemoval,
  accountGroups as accountGroupsMachine,
  MAX_ACCOUNT_GROUPS,
  readAccountGroups,
  withAccountGroup,
} from '#machines/advertising-publish/account-groups.machine.ts';
import type { SaveOutcome, SaveRequest } from '#machines/kernel/form/form-dialog.machine.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { getPrefs, savePref } from '#src/services/prefs.service.ts';

const KEY = 'publish:account-groups';

const loadGroups = async (signal?: AbortSignal): Promise<AccountGroup[]> =>
  readAccountGroups((await getPrefs({ keys: [KEY] }, signal)).values[KEY]);

async function saveGroup({
  values,
  subject,
  key,
}: SaveRequest<AccountGroupName, AccountGroupSubject>): Promise<SaveOutcome<AccountGroupName, AccountGroup, AccountGroupSubject>> {
  const group = { name: values.name.trim(), ids: subject?.ids ?? [] };
  const groups = withAccountGroup(await loadGroups(), group);
  if (groups.length > MAX_ACCOUNT_GROUPS) {
    return { kind: 'refused', faults: { name: { rule: 'arrayMax', params: { max: MAX_ACCOUNT_GROUPS } } } };
  }
  return toSaveOutcome(
    savePref({ key: KEY, value: groups, idempotency_key: key }).then(() => group),
    { fields: ['name'] },
  );
}

/** Provides the groups of ad accounts with all actors. */
export const accountGroups = accountGroupsMachine.provide({
  actors: {
    options: accountGroupOptions.provide({
      actors: {
        loadOptions: fromPromise(async ({ input: { keyword }, signal }) =>
          (await loadGroups(signal)).filter(({ name }) => name.toLowerCase().includes(keyword.toLowerCase())),
        ),
      },
    }),
    form: accountGroupForm.provide({ actors: { save: fromPromise(({ input }) => saveGroup(input)) } }),
    removal: accountGroupRemoval.provide({
      actors: {
        run: fromPromise(async ({ input: { subject } }) =>
          savePref({ key: KEY, value: (await loadGroups()).filter(({ name }) => name !== subject.name) }),
        ),
      },
    }),
  },
});
