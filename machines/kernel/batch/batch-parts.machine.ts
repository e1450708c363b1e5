import { batchItemFilters, batchItemSortable } from '#contracts/vocabulary/batches.ts';
import type { FieldFaults } from '../form/faults.ts';
import { faultsIn, firstFault, pattern, required, requiredChoice } from '../form/field-rules.ts';
import { createFormDialogMachine } from '../form/form-dialog.machine.ts';
import { createListMachine } from '../list/list.machine.ts';
import { defineListQuery, id, type ListQuery } from '../list/list-query.ts';
import { vocabularyFields } from '../list/vocabulary-query.ts';
import { createCommandMachine } from '../page/command.machine.ts';
import type { BatchItemRow, BatchRow } from './batch-standing.ts';

const { status } = vocabularyFields(batchItemFilters);
export const batchItemQuery = defineListQuery({ batch_id: id, status }, batchItemSortable, 50);

export type BatchItemFilters = ReturnType<typeof batchItemQuery.read>['filters'];

export const batchItems = createListMachine<BatchItemRow, BatchItemFilters>({
  id: 'batchItems',
  description: 'The objects of one batch, each with its result.',
  query: batchItemQuery,
  rowId: (row) => row.id,
});

/** Batches by their numbers. */
export interface Several {
  batchIds: number[];
}

/** Answers with the batches as they stand now. */
export const batchCancel = createCommandMachine<Several, BatchRow[]>({ id: 'batchCancel', description: 'Batches that run are stopped.' });

/** All that failed, or the items named. */
export interface BatchRetry extends Several {
  itemIds?: number[] | undefined;
}

export const batchRetry = createCommandMachine<BatchRetry>({
  id: 'batchRetry',
  description: 'What failed in batches runs again: all of it, or the objects that were named.',
});

export const batchItemsExport = createCommandMachine<ListQuery<BatchItemFilters>>({
  id: 'batchItemsExport',
  description: 'The results of a batch as a file.',
});

export interface ResolveValues {
  outcome: 'created' | 'not_created' | undefined;
  /** The number the channel gave; only where it was created. */
  platform_id: string;
}

export interface ResolveSubject {
  itemId: number;
  label: string;
}

export const blankResolve: ResolveValues = { outcome: undefined, platform_id: '' };

const checkResolve = ({ outcome, platform_id }: ResolveValues): FieldFaults<ResolveValues> =>
  faultsIn<ResolveValues>({
    outcome: firstFault(outcome, requiredChoice),
    platform_id: outcome === 'created' ? firstFault(platform_id, required, pattern(/^\s*\d{5,20}(_\d{1,20})?\s*$/)) : undefined,
  });

export const batchResolve = createFormDialogMachine<ResolveValues, BatchItemRow, ResolveSubject>({
  id: 'batchResolve',
  description: 'An unknown result, settled by somebody who looked at the channel.',
  blank: blankResolve,
  check: checkResolve,
});
