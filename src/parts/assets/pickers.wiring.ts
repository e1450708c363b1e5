import { fromPromise } from 'xstate';
import type { Choice, PickerAnswer, PickerRequest } from '#machines/kernel/list/picker.machine.ts';
import {
  adAccountPicker,
  type BizNarrowing,
  currencyChoice,
  type HomepageNarrowing,
  homepagePicker,
  type PersonNarrowing,
  type PixelNarrowing,
  personPicker,
  pixelPicker,
  sitePicker,
  staffPicker,
  unitChoice,
} from '#machines/parts/assets/asset-pickers.machine.ts';
import { simpleAdAccounts } from '#src/services/ad-accounts.service.ts';
import { choiceActors } from '#src/services/choice-actors.ts';
import { departmentTree } from '#src/services/departments.service.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import { simpleHomepages } from '#src/services/homepages.service.ts';
import { simplePersonalAccounts } from '#src/services/personal-accounts.service.ts';
import { simplePixels } from '#src/services/pixels.service.ts';
import { simpleSites } from '#src/services/sites.service.ts';
import { simpleUsers } from '#src/services/users.service.ts';

/** Personal accounts with their actors, like all pickers below. */
export const persons = personPicker.provide({ actors: choiceActors<PersonNarrowing>(simplePersonalAccounts) });
export const adAccounts = adAccountPicker.provide({ actors: choiceActors<BizNarrowing>(simpleAdAccounts) });
export const homepages = homepagePicker.provide({ actors: choiceActors<HomepageNarrowing>(simpleHomepages) });
export const pixels = pixelPicker.provide({ actors: choiceActors<PixelNarrowing>(simplePixels) });
export const sites = sitePicker.provide({ actors: choiceActors<BizNarrowing>(simpleSites) });

type Person = Awaited<ReturnType<typeof simpleUsers>>['list'][number];

const toChoice = ({ id, account, name, department_name, status }: Person): Choice => ({
  id,
  label: name || account,
  sub: [account, department_name].filter(Boolean).join(' · '),
  status,
});

/** Names are looked up among all users including former ones, because the user list cannot be queried by id. */
const staffActors = (filter: { include_disabled?: true }) => ({
  loadChoices: fromPromise(async ({ input, signal }: { input: PickerRequest<object>; signal: AbortSignal }): Promise<PickerAnswer> => {
    const { search, ids } = input;
    const [found, allUsers] = await Promise.all([
      search && simpleUsers({ ...filter, ...(search.keyword && { keyword: search.keyword }) }, signal),
      ids.length > 0 ? simpleUsers({ include_disabled: true }, signal) : { list: [] },
    ]);
    return { found: found?.list.map(toChoice), named: allUsers.list.filter(({ id }) => ids.includes(id)).map(toChoice) };
  }),
});

export const staff = staffPicker.provide({ actors: staffActors({}) });
/** Includes disabled users. */
export const formerStaff = staffPicker.provide({ actors: staffActors({ include_disabled: true }) });

export const units = unitChoice.provide({
  actors: { loadOptions: fromPromise(async ({ signal }) => (await departmentTree({}, signal)).list) },
});

export const currencies = currencyChoice.provide({
  actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['currencies'] }, signal)).currencies ?? []) },
});
