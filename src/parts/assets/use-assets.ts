import { fromPromise } from 'xstate';
import {
  adAccountChoice as adAccountMachine,
  homepageChoice as homepageMachine,
  personalAccountChoice as personalAccountMachine,
  pixelChoice as pixelMachine,
  type SimpleChoice,
  siteChoice as siteMachine,
  staffChoice as staffMachine,
  unitChoice as unitMachine,
} from '#machines/kernel/assets/asset-choices.machine.ts';
import { type NamedKind, type assetNames as Names, assetNames as namesMachine } from '#machines/kernel/assets/asset-names.machine.ts';
import { assigningMachine, namesPrimary } from '#machines/kernel/assets/assigning.machine.ts';
import { assignmentHistory as historyMachine } from '#machines/kernel/assets/assignment-history.machine.ts';
import { batchOutcome } from '#machines/kernel/batch-outcome.ts';
import { batchProgressWith } from '#machines/kernel/batch-progress-with.ts';
import { rest, saveFile } from '#src/platform/browser-window.ts';
import { spokenLocale } from '#src/platform/page-root.ts';
import { simpleAdAccounts } from '#src/services/ad-accounts.service.ts';
import { assignAssets, assignHistory } from '#src/services/asset-assigning.service.ts';
import { batchActors } from '#src/services/batch-actors.ts';
import { departmentTree } from '#src/services/departments.service.ts';
import { simpleHomepages } from '#src/services/homepages.service.ts';
import { simplePersonalAccounts } from '#src/services/personal-accounts.service.ts';
import { simplePixels } from '#src/services/pixels.service.ts';
import { simpleSites } from '#src/services/sites.service.ts';
import { simpleUsers } from '#src/services/users.service.ts';
import { newRequestKey } from '#src/ui/request-key.ts';

const browser = { rest, saveFile, locale: spokenLocale, newKey: newRequestKey };

/** Following of batches with everything it needs, for the bulk actions of a page. */
export const assetProgress = batchProgressWith(batchActors(browser));

/** The same where some of the batches are about something else than the rows of the page. */
export const progressWithRows = (rows: 'pixel' | 'homepage') => batchProgressWith(batchActors({ ...browser, rows }));

export const assigning = assigningMachine.provide({
  actors: {
    start: fromPromise(({ input: { subject, values, key } }) => {
      const { purpose, asset_type, mode, user_ids, department_ids, primary_user_id } = values;
      const reason = values.reason.trim();
      const handsOver = purpose === 'handOver';
      return batchOutcome(
        assignAssets({
          asset_type,
          ids: subject.kind === 'rows' ? subject.ids : [],
          mode: handsOver ? 'add' : mode,
          user_ids: handsOver ? [] : user_ids,
          department_ids: handsOver ? [] : department_ids,
          ...((handsOver || namesPrimary(values)) && primary_user_id !== undefined && { primary_user_id }),
          ...(reason && { reason }),
          idempotency_key: key,
        }),
        { fields: ['mode', 'user_ids', 'department_ids', 'primary_user_id', 'reason'] },
      );
    }),
    progress: assetProgress,
  },
});

export const assignmentHistory = historyMachine.provide({
  actors: {
    loadDetail: fromPromise(
      async ({ input: { subject }, signal }) =>
        (await assignHistory({ asset_type: subject.asset_type, asset_id: subject.id }, signal)).list,
    ),
  },
});

interface SimpleAnswer {
  list: SimpleChoice[];
}
type SimpleAsked = { keyword?: string; ids?: number[] };

/** As many as a list of choices shows. */
const CHOICES = 20;

/** Choices that the server searches; `narrowed` is asked with every search. */
const searched = <Asked extends object>(
  ask: (asked: SimpleAsked & { page_size: 20 } & Asked, signal?: AbortSignal) => Promise<SimpleAnswer>,
  narrowed: Asked,
) => ({
  actors: {
    loadOptions: fromPromise<SimpleChoice[], { keyword: string }>(
      async ({ input: { keyword }, signal }) => (await ask({ ...(keyword && { keyword }), page_size: CHOICES, ...narrowed }, signal)).list,
    ),
  },
});

export const personalAccountChoice = personalAccountMachine.provide(searched(simplePersonalAccounts, {}));
/** Only those through which the reader may bring something in. */
export const usableAuthoriserChoice = personalAccountMachine.provide(searched(simplePersonalAccounts, { usable: true as const }));
export const adAccountChoice = adAccountMachine.provide(searched(simpleAdAccounts, {}));
export const homepageChoice = homepageMachine.provide(searched(simpleHomepages, {}));
export const pixelChoice = pixelMachine.provide(searched(simplePixels, {}));
export const siteChoice = siteMachine.provide(searched(simpleSites, {}));

type Person = Awaited<ReturnType<typeof simpleUsers>>['list'][number];

const personChoice = ({ id, account, name, department_name, status }: Person): SimpleChoice => ({
  id,
  label: name || account,
  sub: [account, department_name].filter(Boolean).join(' · '),
  status,
});

export const staffChoice = staffMachine.provide({
  actors: {
    loadOptions: fromPromise(async ({ input: { keyword }, signal }) =>
      (await simpleUsers(keyword ? { keyword } : {}, signal)).list.map(personChoice),
    ),
  },
});

export const unitChoice = unitMachine.provide({
  actors: { loadOptions: fromPromise(async ({ signal }) => (await departmentTree({}, signal)).list) },
});

const askNames: Record<NamedKind, (ids: number[], signal: AbortSignal) => Promise<{ id: number; label: string }[]>> = {
  personal_account: async (ids, signal) => (await simplePersonalAccounts({ ids }, signal)).list,
  ad_account: async (ids, signal) => (await simpleAdAccounts({ ids }, signal)).list,
  homepage: async (ids, signal) => (await simpleHomepages({ ids }, signal)).list,
  pixel: async (ids, signal) => (await simplePixels({ ids }, signal)).list,
  site: async (ids, signal) => (await simpleSites({ ids }, signal)).list,
  // People are few, and their list takes no ids.
  user: async (ids, signal) =>
    (await simpleUsers({ include_disabled: true }, signal)).list.map(personChoice).filter(({ id }) => ids.includes(id)),
};

export const assetNames: typeof Names = namesMachine.provide({
  actors: { loadNames: fromPromise(({ input: { kind, ids }, signal }) => askNames[kind](ids, signal)) },
});
