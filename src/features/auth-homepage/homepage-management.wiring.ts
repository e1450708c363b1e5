import { fromPromise } from 'xstate';
import {
  homepageBatch,
  homepageDiscovery,
  homepageForm,
  homepageManagementMachine,
  homepageSitesForm,
} from '#machines/auth-homepage/homepage-management.machine.ts';
import { type HomepageBatchParams, type HomepageFilters, type HomepageRow, homepageDraft } from '#machines/auth-homepage/homepage-rules.ts';
import type { BatchRequest } from '#machines/kernel/batch/batch.machine.ts';
import { toBatchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import { changedSince } from '#machines/kernel/form/form-values.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { assigning, assignmentHistory, progressWithRows } from '#src/parts/assets/assets.wiring.ts';
import { persons, sites, staff, units } from '#src/parts/assets/pickers.wiring.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import {
  bindHomepageSites,
  bindHomepages,
  discoverHomepages,
  editHomepage,
  exportHomepages,
  listHomepages,
  setHomepageStatuses,
  syncHomepages,
  unbindHomepages,
} from '#src/services/homepages.service.ts';

/** Starts the batch of an action. */
function startBatch({ subject, values, key }: BatchRequest<HomepageBatchParams, HomepageFilters>) {
  const target = subject.kind === 'rows' ? { ids: subject.ids } : { filter: subject.filter, expected_total: subject.total };
  const reason = values.reason.trim();
  const options = { ...(reason && { reason }), idempotency_key: key };
  if (values.action === 'sync') return syncHomepages({ ...target, ...options });
  if (values.action === 'unbind') return unbindHomepages({ ...target, ...options });
  return setHomepageStatuses({ ...target, enabled: values.action === 'enable', ...options });
}

/** Provides homepages with all actors. */
export const homepageManagement = listPageWith(homepageManagementMachine, {
  path: '/auth/homepage',
  rows: listHomepages,
  exportCall: exportHomepages,
  parts: {
    form: homepageForm.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, origin, key } }) =>
          toSaveOutcome(
            editHomepage({ id: subject?.id ?? 0, version: subject?.version ?? 0, ...changedSince(origin, values), idempotency_key: key }),
            { fields: ['ad_limit', 'biz'], latest: (row: HomepageRow) => homepageDraft(row), reopen: homepageDraft },
          ),
        ),
      },
    }),
    sitesForm: homepageSitesForm.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, key } }) =>
          toSaveOutcome(bindHomepageSites({ homepage_id: subject?.id ?? 0, ...values, idempotency_key: key }), {
            fields: ['site_ids', 'default_site_ids'],
          }),
        ),
      },
    }),
    batch: homepageBatch.provide({
      actors: {
        start: fromPromise(({ input }) => toBatchOutcome(startBatch(input), { fields: ['reason'] })),
        progress: progressWithRows('homepage'),
      },
    }),
    discovery: homepageDiscovery.provide({
      actors: {
        discover: fromPromise(
          async ({ input, signal }) => (await discoverHomepages({ personal_account_id: input.personalAccountId }, signal)).list,
        ),
        bind: fromPromise(({ input: { values, switches, key } }) =>
          toBatchOutcome(
            bindHomepages({
              // The form requires a personal account before it can be sent.
              personal_account_id: values.personal_account_id ?? 0,
              platform_ids: values.platform_ids,
              biz: values.biz,
              ...(switches && { switch_authoriser: true }),
              idempotency_key: key,
            }),
            { fields: ['personal_account_id', 'platform_ids', 'biz'] },
          ),
        ),
      },
    }),
    assigning,
    history: assignmentHistory,
    sites,
    persons,
    staff,
    units,
  },
});
