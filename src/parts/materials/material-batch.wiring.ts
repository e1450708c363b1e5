import { fromPromise } from 'xstate';
import type { BatchRequest } from '#machines/kernel/batch/batch.machine.ts';
import { toBatchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import { batchProgressWith } from '#machines/kernel/batch/batch-progress-with.ts';
import { materialBatch } from '#machines/parts/materials/material-parts.machine.ts';
import type { Biz, MaterialBatchParams, MaterialFilters } from '#machines/parts/materials/material-rules.ts';
import { saveFile, waitVisible } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { batchActors } from '#src/services/batch-actors.ts';
import {
  archiveMaterials,
  bindMaterialsToProduct,
  deleteMaterials,
  editMaterials,
  reprocessMaterials,
  shareMaterials,
  syncMaterials,
  tagMaterials,
  unblockMaterials,
} from '#src/services/materials.service.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { withDays } from './material-days.wiring.ts';

type Question = BatchRequest<MaterialBatchParams, MaterialFilters>;

const FIELDS = [
  'drama_id',
  'language',
  'creator_user_id',
  'add',
  'remove',
  'visibility',
  'ad_account_ids',
  'product_id',
  'reason',
] as const;

/** The call for what was asked, in the order's own words. */
function begin(biz: Biz, { subject, values, key }: Question) {
  const { action, drama_id, language, creator_user_id, add, remove, visibility, ad_account_ids, product_id } = values;
  const reason = values.reason.trim();
  const which =
    subject.kind === 'allMatching' ? { filter: { biz, ...withDays(subject.filter) }, expected_total: subject.total } : { ids: subject.ids };
  const told = { ...(reason && { reason }), idempotency_key: key };
  switch (action) {
    case 'edit':
      return editMaterials({
        ...which,
        patch: { ...(drama_id && { drama_id }), ...(language && { language }), ...(creator_user_id && { creator_user_id }) },
        ...told,
      });
    case 'tag':
      return tagMaterials({ ...which, add, remove, ...told });
    case 'share':
      return shareMaterials({ ...which, visibility, ...told });
    case 'sync':
      return syncMaterials({ ...which, ad_account_ids, ...told });
    case 'bind':
      // An order without a product is not sent.
      return bindMaterialsToProduct({ ...which, product_id: product_id as number, ...told });
    case 'archive':
    case 'unarchive':
      return archiveMaterials({ ...which, archived: action === 'archive', ...told });
    case 'reprocess':
      return reprocessMaterials({ ...which, ...told });
    case 'unblock':
      return unblockMaterials({ ...which, ...told });
    case 'delete':
      return deleteMaterials({ ...which, reason, idempotency_key: key });
  }
}

/** What is done to several materials at once, with everything it needs from the outside world. */
export const batchOf = (biz: Biz) =>
  materialBatch.provide({
    actors: {
      start: fromPromise(({ input }: { input: Question }) => toBatchOutcome(begin(biz, input), { fields: FIELDS })),
      progress: batchProgressWith(batchActors({ waitVisible, saveFile, locale: currentLocale, newKey: newRequestKey })),
    },
  });
