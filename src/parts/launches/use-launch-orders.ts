import type { BatchQuestion } from '#machines/kernel/batch.machine.ts';
import type { BatchOutcome } from '#machines/kernel/batch-outcome.ts';
import { batchOutcome } from '#machines/kernel/batch-outcome.ts';
import type { DryRunAnswer, DryRunQuestion } from '#machines/kernel/launches/dry-run.machine.ts';
import { isPercent, type LaunchBatchParams } from '#machines/kernel/launches/launch-batch-rules.ts';
import type { LaunchFilters } from '#machines/kernel/launches/launch-query.ts';
import { toMinor } from '#machines/kernel/money.ts';
import {
  archiveEntities,
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

type Question = BatchQuestion<LaunchBatchParams, LaunchFilters>;
type Asked = Pick<DryRunQuestion, 'subject' | 'values'>;

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
] as const;

/** Of an order that is no preview there is a batch. */
async function begun(asking: Promise<{ batch_id?: number | undefined; siblings?: number[] | undefined }>) {
  const { batch_id, siblings } = await asking;
  if (batch_id === undefined) throw new Error('a bulk call answered without its batch');
  return { batch_id, siblings };
}

const which = ({ subject, values: { level } }: Asked) =>
  subject.kind === 'allMatching' ? { level, filter: subject.filter, expected_total: subject.total } : { level, ids: subject.ids };

const minor = (value: number | undefined, currency: string | undefined): number => toMinor(value ?? 0, currency ?? 'USD');

const amountOf = ({ mode, value, limit, currency }: LaunchBatchParams) => ({
  mode,
  value: isPercent(mode) ? (value ?? 0) : minor(value, currency),
  ...(mode !== 'set' && limit !== undefined && { limit: minor(limit, currency) }),
});

const nameOf = ({ naming, find, replace, template }: LaunchBatchParams) =>
  naming === 'template' ? { template: template.trim() } : { find, replace };

function copyName({ naming, find, replace, prefix, suffix }: LaunchBatchParams) {
  if (naming === 'affix') return { rename: { prefix, suffix } };
  return naming === 'replace' ? { rename: { find, replace } } : {};
}

const copyOf = (asked: Asked) => ({
  ...which(asked),
  ...copyWish(asked),
});

const copyWish = ({ values }: Asked) => ({
  times: values.times ?? 1,
  ...(values.target_account_ids.length > 0 && { target_account_ids: values.target_account_ids }),
  ...(values.target_group_id !== undefined && { target_group_id: values.target_group_id }),
  deep: values.deep,
  status: values.copied,
  ...(values.value !== undefined && { budget: minor(values.value, values.currency) }),
  ...(values.start_at !== '' && { start_at: values.start_at }),
  ...copyName(values),
  ...(values.from_deleted && { from_deleted: true as const }),
  ...(values.replacements.length > 0 && { replacements: values.replacements }),
});

/** The level of budgets: an ad has none, and is never asked about its. */
const budgeted = (level: LaunchBatchParams['level']) => (level === 'ad' ? 'ad_group' : level);

function order(asked: Question) {
  const { values, key } = asked;
  const chosen = which(asked);
  const reason = values.reason.trim();
  const told = { ...(reason && { reason }), idempotency_key: key };
  switch (values.action) {
    case 'open':
    case 'close':
      return setEntityStatuses({ ...chosen, to: values.action === 'open' ? 'ACTIVE' : 'PAUSED', ...told });
    case 'budget':
      return setBudgets({ ...chosen, level: budgeted(values.level), ...amountOf(values), ...told });
    case 'bid':
      return setBids({ ...chosen, level: 'ad_group', ...amountOf(values), ...told });
    case 'copy':
      return copyEntities({ ...copyOf(asked), ...told });
    case 'schedule':
      return scheduleEntities({
        ...chosen,
        action: values.scheduled,
        run_at: values.run_at,
        repeat: values.repeat,
        ...(values.scheduled === 'budget' && { value: minor(values.value, values.currency) }),
        ...told,
      });
    case 'rename':
      return renameEntities({ ...chosen, ...nameOf(values), ...told });
    case 'transfer':
      // An order without a person is not sent.
      return transferCampaigns({ ...chosen, level: 'campaign', user_id: values.user_id ?? 0, reason, idempotency_key: key });
    case 'archive':
      return archiveEntities({ ...chosen, ...told });
    case 'remove':
      return removeEntities({ ...chosen, ...(values.force && { force: true as const }), reason, idempotency_key: key });
  }
}

/** Begins what was ordered. */
export const begin = (asked: Question): Promise<BatchOutcome<Question['values']>> => batchOutcome(begun(order(asked)), { fields: FIELDS });

/** What an order would do. */
export async function preview(asked: DryRunQuestion, signal: AbortSignal): Promise<DryRunAnswer> {
  const { values } = asked;
  const chosen = which(asked);
  if (values.action === 'rename') {
    return { kind: 'names', rows: (await previewNames({ ...chosen, ...nameOf(values), dry_run: true }, signal)).list ?? [] };
  }
  if (values.action === 'copy') {
    const { preview: made } = await copyEntities({ ...copyOf(asked), dry_run: true }, signal);
    return { kind: 'copies', rows: made?.list ?? [], ads: made?.ads ?? 0 };
  }
  const amount = { ...amountOf(values), dry_run: true as const };
  const asking =
    values.action === 'bid'
      ? previewBids({ ...chosen, level: 'ad_group', ...amount }, signal)
      : previewBudgets({ ...chosen, level: budgeted(values.level), ...amount }, signal);
  return { kind: 'amounts', rows: (await asking).list ?? [] };
}
