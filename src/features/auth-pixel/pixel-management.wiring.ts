import { fromPromise } from 'xstate';
import {
  capiForm,
  capiSwitch,
  pixelBatch,
  pixelDiscovery,
  pixelManagementMachine,
  pixelShares,
  pixelSitesForm,
  sharingForm,
  testEventForm,
} from '#machines/auth-pixel/pixel-management.machine.ts';
import {
  type CapiValues,
  capiDraft,
  type PixelBatchParams,
  type PixelFilters,
  type PixelRow,
  type SharingValues,
  type TestEventValues,
} from '#machines/auth-pixel/pixel-rules.ts';
import type { BatchRequest } from '#machines/kernel/batch/batch.machine.ts';
import { toBatchOutcome, toStartedBatches } from '#machines/kernel/batch/batch-outcome.ts';
import { changedSince } from '#machines/kernel/form/form-values.ts';
import { toMinor } from '#machines/kernel/form/money.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { assigning, assignmentHistory, progressWithRows } from '#src/parts/assets/assets.wiring.ts';
import { adAccounts, currencies, persons, sites, staff, units } from '#src/parts/assets/pickers.wiring.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import {
  bindPixelSites,
  bindPixels,
  discoverPixels,
  editPixel,
  exportPixels,
  listPixels,
  pixelShares as listShares,
  sendTestEvent,
  setPixelStatuses,
  sharePixel,
  unbindPixels,
  unsharePixel,
} from '#src/services/pixels.service.ts';

/** Without the token, which is added only when one was typed. */
const capiRequest = ({ capi_enabled, test_event_code }: CapiValues) => ({ capi_enabled, test_event_code: test_event_code.trim() || null });

const share = ({ mode, ad_account_ids, reason }: SharingValues, pixel_id: number, key: string) =>
  (mode === 'share' ? sharePixel : unsharePixel)({
    pixel_id,
    ad_account_ids,
    ...(reason.trim() && { reason: reason.trim() }),
    idempotency_key: key,
  }).then(toStartedBatches);

const sendTest = ({ event_name, value, currency, url }: TestEventValues, pixel_id: number, key: string) =>
  sendTestEvent({
    pixel_id,
    event_name,
    ...(value !== undefined && { value: toMinor(value, currency), currency }),
    url: url.trim(),
    idempotency_key: key,
  });

/** Starts the batch of an action. */
function startBatch({ subject, values, key }: BatchRequest<PixelBatchParams, PixelFilters>) {
  const target = subject.kind === 'rows' ? { ids: subject.ids } : { filter: subject.filter, expected_total: subject.total };
  const reason = values.reason.trim();
  const options = { ...(reason && { reason }), idempotency_key: key };
  if (values.action === 'unbind') return unbindPixels({ ...target, ...options });
  return setPixelStatuses({ ...target, enabled: values.action === 'enable', ...options });
}

/** Provides pixels with all actors. */
export const pixelManagement = listPageWith(pixelManagementMachine, {
  path: '/auth/pixel',
  rows: listPixels,
  exportCall: exportPixels,
  parts: {
    capiForm: capiForm.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, origin, key } }) => {
          const token = values.capi_token.trim();
          return toSaveOutcome(
            editPixel({
              id: subject?.id ?? 0,
              version: subject?.version ?? 0,
              ...changedSince(capiRequest(origin), capiRequest(values)),
              ...(token && { capi_token: token }),
              idempotency_key: key,
            }),
            { fields: ['capi_enabled', 'capi_token', 'test_event_code'], latest: (row: PixelRow) => capiDraft(row) },
          );
        }),
      },
    }),
    capiSwitch: capiSwitch.provide({
      actors: {
        run: fromPromise(({ input: { subject } }) =>
          editPixel({ id: subject.row.id, version: subject.row.version, capi_enabled: subject.enabled }),
        ),
      },
    }),
    sharing: sharingForm.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, key } }) =>
          toSaveOutcome(share(values, subject?.id ?? 0, key), { fields: ['ad_account_ids', 'reason'] }),
        ),
      },
    }),
    shares: pixelShares.provide({
      actors: {
        loadDetail: fromPromise(async ({ input: { subject }, signal }) => (await listShares({ pixel_id: subject.id }, signal)).list),
      },
    }),
    sitesForm: pixelSitesForm.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, key } }) =>
          toSaveOutcome(bindPixelSites({ pixel_id: subject?.id ?? 0, site_ids: values.site_ids, idempotency_key: key }), {
            fields: ['site_ids'],
          }),
        ),
      },
    }),
    testForm: testEventForm.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, key } }) => {
          const pixel = { id: subject?.id ?? 0, name: subject?.name ?? '' };
          return toSaveOutcome(
            sendTest(values, pixel.id, key).then(({ received, errors }) => ({ pixel, values: { ...values }, received, errors })),
            { fields: ['event_name', 'value', 'currency', 'url'] },
          );
        }),
      },
    }),
    batch: pixelBatch.provide({
      actors: {
        start: fromPromise(({ input }) => toBatchOutcome(startBatch(input), { fields: ['reason'] })),
        progress: progressWithRows('pixel'),
      },
    }),
    discovery: pixelDiscovery.provide({
      actors: {
        discover: fromPromise(
          async ({ input, signal }) => (await discoverPixels({ personal_account_id: input.personalAccountId }, signal)).list,
        ),
        bind: fromPromise(({ input: { values, switches, key } }) =>
          toBatchOutcome(
            bindPixels({
              // The form requires a personal account before it can be sent.
              personal_account_id: values.personal_account_id ?? 0,
              platform_ids: values.platform_ids,
              ...(switches && { switch_authoriser: true }),
              idempotency_key: key,
            }),
            { fields: ['personal_account_id', 'platform_ids'] },
          ),
        ),
      },
    }),
    assigning,
    history: assignmentHistory,
    accounts: adAccounts,
    sites,
    persons,
    currencies,
    staff,
    units,
  },
});
