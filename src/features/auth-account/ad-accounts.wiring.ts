import { fromPromise } from 'xstate';
import {
  adAccountBatch,
  adAccountDiscovery,
  adAccountForm,
  adAccountManagementMachine,
  enabledChange,
  statusLog,
} from '#machines/auth-account/ad-account-management.machine.ts';
import {
  type AdAccountBatchParams,
  type AdAccountFilters,
  type AdAccountRow,
  type AdAccountValues,
  adAccountDraft,
} from '#machines/auth-account/ad-account-rules.ts';
import type { BatchRequest } from '#machines/kernel/batch/batch.machine.ts';
import { toBatchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import { changedSince } from '#machines/kernel/form/form-values.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { assetSheet } from '#src/parts/assets/asset-sheet.wiring.ts';
import { assetProgress, assigning, assignmentHistory } from '#src/parts/assets/assets.wiring.ts';
import { currencies, persons, pixels, staff, units } from '#src/parts/assets/pickers.wiring.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import {
  adAccountStatusLog,
  bindAdAccounts,
  discoverAdAccounts,
  editAdAccount,
  exportAdAccounts,
  listAdAccounts,
  setAdAccountsEnabled,
  syncAdAccounts,
  unbindAdAccounts,
} from '#src/services/ad-accounts.service.ts';
import { sharePixel } from '#src/services/pixels.service.ts';

/** Starts the batch of an action. */
function startBatch({ subject, values, key }: BatchRequest<AdAccountBatchParams, AdAccountFilters>) {
  const { action, pixel_id, close_campaigns } = values;
  const reason = values.reason.trim();
  const options = { ...(reason && { reason }), idempotency_key: key };
  if (action === 'share') {
    const ad_account_ids = subject.kind === 'rows' ? subject.ids : [];
    return sharePixel({ pixel_id: pixel_id ?? 0, ad_account_ids, ...options });
  }
  const target = subject.kind === 'allMatching' ? { filter: subject.filter, expected_total: subject.total } : { ids: subject.ids };
  if (action === 'sync') return syncAdAccounts({ ...target, ...options });
  if (action === 'unbind') return unbindAdAccounts({ ...target, ...options });
  const enabled = action === 'enable';
  return setAdAccountsEnabled({ ...target, enabled, ...(!enabled && close_campaigns && { close_campaigns }), ...options });
}

const toRequest = ({ biz, enabled, remark }: AdAccountValues) => ({
  // The form requires a business line before it can be sent.
  biz: biz as 'dj' | 'ec',
  enabled,
  remark: remark.trim() || null,
});

/** Provides ad accounts with all actors. */
export const adAccountManagement = listPageWith(adAccountManagementMachine, {
  path: '/auth/account',
  rows: listAdAccounts,
  exportCall: exportAdAccounts,
  parts: {
    form: adAccountForm.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, origin, key } }) =>
          toSaveOutcome(
            editAdAccount({
              id: subject?.id ?? 0,
              version: subject?.version ?? 0,
              ...changedSince(toRequest(origin), toRequest(values)),
              ...(origin.enabled && !values.enabled && values.close_campaigns && { close_campaigns: true as const }),
              idempotency_key: key,
            }),
            {
              fields: ['biz', 'enabled', 'remark'],
              latest: (row: AdAccountRow) => adAccountDraft(row),
              // Closed campaigns would stay closed.
              reopen: values.close_campaigns ? undefined : adAccountDraft,
            },
          ),
        ),
      },
    }),
    batch: adAccountBatch.provide({
      actors: {
        start: fromPromise(({ input }) => toBatchOutcome(startBatch(input), { fields: ['pixel_id', 'close_campaigns', 'reason'] })),
        progress: assetProgress,
      },
    }),
    discovery: adAccountDiscovery.provide({
      actors: {
        discover: fromPromise(
          async ({ input, signal }) => (await discoverAdAccounts({ personal_account_id: input.personalAccountId }, signal)).list,
        ),
        bind: fromPromise(({ input: { values, switches, key } }) =>
          toBatchOutcome(
            bindAdAccounts({
              // The form requires a personal account and a business line before it can be sent.
              personal_account_id: values.personal_account_id as number,
              platform_ids: values.platform_ids,
              biz: values.biz as 'dj' | 'ec',
              ...(switches && { switch_authoriser: true }),
              idempotency_key: key,
            }),
            { fields: ['personal_account_id', 'platform_ids', 'biz'] },
          ),
        ),
      },
    }),
    enabledChange: enabledChange.provide({
      actors: {
        run: fromPromise(({ input: { subject } }) =>
          editAdAccount({ id: subject.row.id, version: subject.row.version, enabled: subject.enabled }),
        ),
      },
    }),
    statusLog: statusLog.provide({
      actors: { loadDetail: fromPromise(async ({ input, signal }) => (await adAccountStatusLog({ id: input.subject.id }, signal)).list) },
    }),
    assigning,
    history: assignmentHistory,
    sheet: assetSheet,
    authorisers: persons,
    persons,
    pixels,
    staff,
    units,
    currencies,
  },
});
