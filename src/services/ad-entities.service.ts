import { batchStart } from './batches.service.ts';
import { call } from './call.ts';

const refusal = { refused: true, text: true } as const;

const amountRow = {
  id: true,
  label: true,
  currency: true,
  kind: true,
  before: true,
  after: true,
  learning_resets: true,
  changes_left: true,
  retry_at: true,
  ...refusal,
} as const;

const nameRow = { id: true, label: true, before: true, after: true, ...refusal } as const;

export const setEntityStatuses = call('/ad-entities/batch_status', batchStart);
export const archiveEntities = call('/ad-entities/batch_archive', batchStart);
export const appealAds = call('/ad-entities/batch_appeal', batchStart);
export const editAdGroups = call('/ad-entities/batch_edit_groups', batchStart);
export const removeEntities = call('/ad-entities/batch_remove', batchStart);
/** `previewBudgets` and the other previews send `dry_run`. */
export const setBudgets = call('/ad-entities/batch_budget', batchStart);
export const previewBudgets = call('/ad-entities/batch_budget', { list: [amountRow] });
export const setBids = call('/ad-entities/batch_bid', batchStart);
export const previewBids = call('/ad-entities/batch_bid', { list: [amountRow] });
export const renameEntities = call('/ad-entities/batch_rename', batchStart);
export const previewNames = call('/ad-entities/batch_rename', { list: [nameRow] });
export const transferCampaigns = call('/ad-entities/batch_transfer', batchStart);
export const scheduleEntities = call('/ad-entities/batch_schedule', batchStart);
export const setEntityNote = call('/ad-entities/set_note', { id: true, note: true });
export const cancelSchedule = call('/ad-entities/schedule_cancel', { id: true, status: true });
