import { fromPromise } from 'xstate';
import { toBatchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import { batchProgressWith } from '#machines/kernel/batch/batch-progress-with.ts';
import { draftKeeperWith } from '#machines/kernel/form/draft-keeper-with.ts';
import { changedSince } from '#machines/kernel/form/form-values.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import type { Choice } from '#machines/kernel/list/picker.machine.ts';
import { hostAccountDetails, hostAccountLog } from '#machines/operation-account/host-account-details.machine.ts';
import { type HostAccountRow, hostAccountDraft, toEndingSubject, toHostTerms } from '#machines/operation-account/host-account-rules.ts';
import {
  accountClosing,
  bindingForm,
  endingForm,
  hostAccountForm,
  hostAccountsMachine,
  hostableAccountPicker,
  hostStateChange,
  reportForm,
  ruleLoading,
} from '#machines/operation-account/host-accounts.machine.ts';
import { staff } from '#src/parts/assets/pickers.wiring.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import { saveFile, waitVisible } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { accountsToPublish } from '#src/services/ad-accounts.service.ts';
import { setEntityStatuses } from '#src/services/ad-entities.service.ts';
import { batchActors } from '#src/services/batch-actors.ts';
import { choiceActors } from '#src/services/choice-actors.ts';
import * as drafts from '#src/services/drafts.service.ts';
import * as hosting from '#src/services/host-accounts.service.ts';
import { listOpLogs } from '#src/services/oplogs.service.ts';
import { logPage } from '#src/services/paging.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';

/** Statuses of campaigns that run, or will once their wait ends. */
const RUNNING = ['ACTIVE', 'PENDING_REVIEW', 'IN_PROCESS', 'SCHEDULED', 'WITH_ISSUES', 'ADS_OFF'] as const;

const REPORT_COLUMNS = [
  'date',
  'account',
  'platform_account_id',
  'operator',
  'spend',
  'currency',
  'spend_usd',
  'impressions',
  'link_clicks',
  'new_users',
  'first_payers',
  'orders',
  'revenue_usd',
  'roi',
  'roi_d0',
  'actions',
];

const form = hostAccountForm.provide({
  actors: {
    save: fromPromise(({ input: { values, subject, origin, key } }) => {
      const terms = toHostTerms(values);
      const consent = values.consent && !origin.consent ? ({ consent: true } as const) : {};
      const asking = subject
        ? hosting.editHostAccount({
            id: subject.id,
            version: subject.version,
            ...changedSince(toHostTerms(origin), terms),
            ...consent,
            idempotency_key: key,
          })
        : hosting.createHostAccount({ ad_account_id: values.ad_account_id ?? 0, ...terms, ...consent, idempotency_key: key });
      return toSaveOutcome(asking, {
        fields: ['ad_account_id', 'operator_user_id', 'auto_level', 'daily_cap', 'start_at', 'end_at', 'consent', 'consent_note', 'remark'],
        fieldOf: { DUPLICATE: 'ad_account_id' },
        latest: (row: HostAccountRow) => hostAccountDraft(row),
      });
    }),
    draft: draftKeeperWith(drafts),
  },
});

const ending = endingForm.provide({
  actors: {
    save: fromPromise(({ input: { values, subject, key } }) =>
      toSaveOutcome(
        hosting
          .setHostState({
            id: subject?.id ?? 0,
            version: subject?.version ?? 0,
            state: 'ended',
            ...(values.close_campaigns && { close_campaigns: true as const }),
            idempotency_key: key,
          })
          .then(({ row, batch_ids }) => ({ row, batchIds: batch_ids })),
        {
          fields: ['close_campaigns'],
          latest: (row: HostAccountRow) => ({ values: { close_campaigns: values.close_campaigns }, subject: toEndingSubject(row) }),
        },
      ),
    ),
  },
});

const batch = accountClosing.provide({
  actors: {
    start: fromPromise(({ input: { subject, values, key } }) =>
      toBatchOutcome(
        setEntityStatuses({
          level: 'campaign',
          to: 'PAUSED',
          filter: { ad_account_id: [values.accountId], effective_status: [...RUNNING] },
          expected_total: subject.kind === 'rows' ? subject.ids.length : subject.total,
          ...(values.reason.trim() && { reason: values.reason.trim() }),
          idempotency_key: key,
        }),
        { fields: ['reason'] },
      ),
    ),
    progress: batchProgressWith(batchActors({ waitVisible, saveFile, locale: currentLocale, newKey: newRequestKey })),
  },
});

type AccountRow = Awaited<ReturnType<typeof accountsToPublish>>['list'][number];
const toChoice = ({ publish, ...row }: AccountRow): Choice => ({ ...row, status: publish?.currency ?? '' });

/** Provides hosted accounts with all actors. */
export const hostAccounts = listPageWith(hostAccountsMachine, {
  path: '/operation/account',
  under: { tab: 'accounts', isFirst: true },
  rows: hosting.listHostAccounts,
  exportCall: hosting.exportHostAccounts,
  parts: {
    form,
    ending,
    batch,
    stateChange: hostStateChange.provide({
      actors: {
        run: fromPromise(async ({ input: { subject } }) => {
          const { row, to } = subject;
          return (await hosting.setHostState({ id: row.id, version: row.version, state: to, idempotency_key: newRequestKey() })).row;
        }),
      },
    }),
    binding: bindingForm.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, key } }) =>
          toSaveOutcome(hosting.bindRules({ id: subject?.id ?? 0, rule_ids: [...values.rule_ids], idempotency_key: key }), {
            fields: ['rule_ids'],
          }),
        ),
      },
    }),
    ruleLoading: ruleLoading.provide({
      actors: { run: fromPromise(async ({ input, signal }) => (await hosting.bindableRules({ id: input.subject.id }, signal)).list) },
    }),
    report: reportForm.provide({
      actors: {
        save: fromPromise(({ input: { values, subject } }) =>
          toSaveOutcome(
            hosting
              .exportHostReport({ ids: [subject?.id ?? 0], ...values, columns: [...REPORT_COLUMNS], locale: currentLocale() })
              .then(({ name, content }) => {
                saveFile(name, content);
                return { file: name };
              }),
            { fields: [] },
          ),
        ),
      },
    }),
    details: hostAccountDetails.provide({
      actors: {
        log: hostAccountLog.provide({
          actors: {
            loadPage: fromPromise(async ({ input: { filters, cursor }, signal }) =>
              logPage(await listOpLogs({ ...filters, page_size: 50, ...(cursor && { cursor }) }, signal)),
            ),
          },
        }),
      },
    }),
    operators: staff,
    hostable: hostableAccountPicker.provide({
      actors: choiceActors<object>(async (request, signal) => {
        const { list } = await accountsToPublish({ ...request, to_host: true, to_publish: true }, signal);
        return { list: list.map(toChoice) };
      }),
    }),
  },
});
