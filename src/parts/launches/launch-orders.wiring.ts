import type { AmountPreviewRow } from '#contracts/endpoints/ad-entities.ts';
import type { BatchRequest, Confirmation } from '#machines/kernel/batch/batch.machine.ts';
import type { BatchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import { toBatchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import { toMinor } from '#machines/kernel/form/money.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { toAdEditRequest } from '#machines/parts/launches/ad-edit-rules.ts';
import type { DryRunAnswer, DryRunRequest } from '#machines/parts/launches/dry-run.machine.ts';
import { toGroupEditRequest } from '#machines/parts/launches/group-edit-rules.ts';
import { isPercent, type LaunchBatchParams } from '#machines/parts/launches/launch-batch-rules.ts';
import type { LaunchFilters } from '#machines/parts/launches/launch-query.ts';
import {
  appealAds,
  archiveEntities,
  editAdGroups,
  previewBids,
  previewBudgets,
  previewNames,
  removeEntities,
  renameEntities,
  scheduleEntities,
  setBids,
  setBudgets,
  setEntityStatuses,
  transferCampaigns,
} from '#src/services/ad-entities.service.ts';
import { copyEntities } from '#src/services/publish.service.ts';

type Question = BatchRequest<LaunchBatchParams, LaunchFilters>;
type CopyRequest = Parameters<typeof copyEntities>[0];
type ActionInput = Pick<DryRunRequest, 'subject' | 'values'>;

const FIELDS = [
  'value',
  'limit',
  'run_at',
  'repeat',
  'find',
  'replace',
  'template',
  'prefix',
  'suffix',
  'times',
  'target_account_ids',
  'deep',
  'start_at',
  'user_id',
  'reason',
  'countries',
  'age_min',
  'age_max',
  'end_at',
  'primary_text',
  'headline',
  'description',
  'call_to_action',
  'material_id',
] as const;

/** A call without `dry_run` answers with a batch. */
async function toStartedBatch(call: Promise<{ batch_id?: number | undefined; siblings?: number[] | undefined }>) {
  const { batch_id, siblings } = await call;
  if (batch_id === undefined) throw new Error('a bulk call answered without its batch');
  return { batch_id, siblings };
}

const toSubject = ({ subject, values: { level } }: ActionInput) =>
  subject.kind === 'allMatching' ? { level, filter: subject.filter, expected_total: subject.total } : { level, ids: subject.ids };

const toMinorAmount = (value: number | undefined, currency: string | undefined): number => toMinor(value ?? 0, currency ?? 'USD');

const toAmount = ({ mode, value, limit, currency }: LaunchBatchParams) => ({
  mode,
  value: isPercent(mode) ? (value ?? 0) : toMinorAmount(value, currency),
  ...(mode !== 'set' && limit !== undefined && { limit: toMinorAmount(limit, currency) }),
});

/** The amounts the user saw before changing them. */
const toSeenAmounts = ({ seen }: LaunchBatchParams) =>
  seen.length > 0 ? { seen: seen.map(({ id, before }) => ({ id, amount: before })) } : {};

const toNaming = ({ naming, find, replace, template }: LaunchBatchParams) =>
  naming === 'template' ? { template: template.trim() } : { find, replace };

function toCopyNaming({ naming, find, replace, prefix, suffix }: LaunchBatchParams) {
  if (naming === 'affix') return { rename: { prefix, suffix } };
  return naming === 'replace' ? { rename: { find, replace } } : {};
}

const toCopyRequest = (question: ActionInput) => ({
  ...toSubject(question),
  ...toCopyOptions(question),
});

const toCopyOptions = ({ values }: ActionInput) => ({
  times: values.times ?? 1,
  ...(values.target_account_ids.length > 0 && { target_account_ids: values.target_account_ids }),
  ...(values.target_group_id !== undefined && { target_group_id: values.target_group_id }),
  deep: values.deep,
  status: values.copied,
  ...(values.value !== undefined && { budget: toMinorAmount(values.value, values.currency) }),
  ...(values.start_at !== '' && { start_at: values.start_at }),
  ...toCopyNaming(values),
  ...(values.from_deleted && { from_deleted: true as const }),
  ...(values.replacements.length > 0 && { replacements: values.replacements }),
});

/** The level that holds budgets: ads have none. */
const toBudgetLevel = (level: LaunchBatchParams['level']) => (level === 'ad' ? 'ad_group' : level);

function callAction(question: Question) {
  const { values, key } = question;
  const chosen = toSubject(question);
  const reason = values.reason.trim();
  const options = { ...(reason && { reason }), idempotency_key: key };
  switch (values.action) {
    case 'open':
    case 'close':
      return setEntityStatuses({ ...chosen, to: values.action === 'open' ? 'ACTIVE' : 'PAUSED', ...options });
    case 'budget':
      return setBudgets({ ...chosen, level: toBudgetLevel(values.level), ...toAmount(values), ...toSeenAmounts(values), ...options });
    case 'bid':
      return setBids({ ...chosen, level: 'ad_group', ...toAmount(values), ...toSeenAmounts(values), ...options });
    case 'copy':
      return copyEntities({ ...toCopyRequest(question), ...options });
    case 'schedule':
      return scheduleEntities({
        ...chosen,
        action: values.scheduled,
        run_at: values.run_at,
        repeat: values.repeat,
        ...(values.scheduled === 'budget' && { value: toMinorAmount(values.value, values.currency) }),
        ...options,
      });
    case 'rename':
      return renameEntities({ ...chosen, ...toNaming(values), ...options });
    case 'transfer':
      // The form requires a user before it can be sent.
      return transferCampaigns({ ...chosen, level: 'campaign', user_id: values.user_id ?? 0, reason, idempotency_key: key });
    case 'edit':
      if (values.level === 'ad') {
        const edit = toAdEditRequest(values) as CopyRequest['edit'];
        return copyEntities({ ...chosen, times: 1, deep: true, status: 'INHERIT', edit, ...options });
      }
      return editAdGroups({ ...chosen, level: 'ad_group', ...toGroupEditRequest(values), ...options });
    case 'appeal':
      return appealAds({ ...chosen, level: 'ad', ...options });
    case 'archive':
      return archiveEntities({ ...chosen, ...options });
    case 'remove':
      return removeEntities({ ...chosen, ...(values.force && { force: true as const }), reason, idempotency_key: key });
  }
}

/** Starts the batch of an action. */
export const startAction = (question: Question): Promise<BatchOutcome<Question['values']>> =>
  toBatchOutcome(toStartedBatch(callAction(question)), { fields: FIELDS });

/** Obstacles that apply to an immediate change but not to a scheduled one. */
const IMMEDIATE_OBSTACLES: readonly (string | undefined)[] = ['NO_CHANGE', 'BUDGET_CHANGE_LIMIT'];

/** Preview of a scheduled budget change. */
const toScheduledPreview = (row: AmountPreviewRow, value: number): AmountPreviewRow => ({
  ...(IMMEDIATE_OBSTACLES.includes(row.refused) ? { ...row, refused: undefined, text: undefined, after: value } : row),
  changes_left: null,
  retry_at: null,
});

async function loadPreview(question: DryRunRequest, signal: AbortSignal): Promise<DryRunAnswer> {
  const { values } = question;
  const chosen = toSubject(question);
  if (values.action === 'rename') {
    return { kind: 'names', rows: (await previewNames({ ...chosen, ...toNaming(values), dry_run: true }, signal)).list ?? [] };
  }
  if (values.action === 'copy') {
    const { preview: copyPreview } = await copyEntities({ ...toCopyRequest(question), dry_run: true }, signal);
    return { kind: 'copies', rows: copyPreview?.list ?? [], ads: copyPreview?.ads ?? 0 };
  }
  if (values.action === 'bid') {
    const { list = [] } = await previewBids({ ...chosen, level: 'ad_group', ...toAmount(values), dry_run: true }, signal);
    return { kind: 'amounts', rows: list };
  }
  const isLater = values.action === 'schedule';
  const amount = isLater ? { mode: 'set' as const, value: toMinorAmount(values.value, values.currency) } : toAmount(values);
  const { list = [] } = await previewBudgets({ ...chosen, level: toBudgetLevel(values.level), ...amount, dry_run: true }, signal);
  return { kind: 'amounts', rows: isLater ? list.map((row) => toScheduledPreview(row, amount.value)) : list };
}

/** Requests the preview of an action. A refusal because of its fields is returned as their faults. */
export async function previewAction(question: DryRunRequest, signal: AbortSignal): Promise<DryRunAnswer> {
  const outcome = await toSaveOutcome<LaunchBatchParams & Confirmation, DryRunAnswer, never, never>(loadPreview(question, signal), {
    fields: FIELDS,
  });
  switch (outcome.kind) {
    case 'saved':
      return outcome.saved;
    case 'refused':
      return { kind: 'refused', faults: outcome.faults, others: outcome.others ?? [] };
    case 'conflict':
      throw new Error('nothing is written by a preview');
  }
}
