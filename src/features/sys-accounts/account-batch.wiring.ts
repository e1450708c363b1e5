import { fromPromise } from 'xstate';
import type { BatchRequest } from '#machines/kernel/batch/batch.machine.ts';
import { toBatchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import { batchProgressWith } from '#machines/kernel/batch/batch-progress-with.ts';
import { accountBatch } from '#machines/sys-accounts/account-management.machine.ts';
import type { AccountBatchParams, AccountFilters } from '#machines/sys-accounts/account-rules.ts';
import { saveFile, waitVisible } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { batchActors } from '#src/services/batch-actors.ts';
import { deleteUsers, saveUserRoles, setUserStatuses } from '#src/services/users.service.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';

/** Starts the batch of an action. */
function startBatch({ subject, values, key }: BatchRequest<AccountBatchParams, AccountFilters>) {
  const { action, role_ids, mode, handover_user_id } = values;
  const reason = values.reason.trim();
  const matching = subject.kind === 'allMatching' ? { filter: subject.filter, expected_total: subject.total } : undefined;
  const ids = subject.kind === 'rows' ? subject.ids : [];
  const which = matching ?? { ids };
  const options = { ...(reason && { reason }), idempotency_key: key };
  if (action === 'roles') return saveUserRoles({ ...(matching ?? { user_ids: ids }), role_ids, mode, ...options });
  if (action === 'delete') {
    return deleteUsers({ ...which, ...(handover_user_id !== undefined && { handover_user_id }), reason, idempotency_key: key });
  }
  return setUserStatuses({ ...which, status: action === 'enable' ? 'enabled' : 'disabled', ...options });
}

/** Provides the bulk actions on accounts with all actors. */
export const batch = accountBatch.provide({
  actors: {
    start: fromPromise(({ input }) =>
      toBatchOutcome(startBatch(input), {
        fields: ['role_ids', 'mode', 'handover_user_id', 'reason'],
        fieldOf: { HANDOVER_REQUIRED: 'handover_user_id' },
      }),
    ),
    progress: batchProgressWith(batchActors({ waitVisible, saveFile, locale: currentLocale, newKey: newRequestKey })),
  },
});
