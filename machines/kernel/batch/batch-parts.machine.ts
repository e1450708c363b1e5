import { batchItemFilters, batchItemSortable } from '#contracts/vocabulary/batches.ts';
import type { FieldFaults } from '../form/faults.ts';
import { faultsIn, firstFault, pattern, required, requiredChoice } from '../form/field-rules.ts';
import { createFormDialogMachine } from '../form/form-dialog.machine.ts';
import { createListMachine } from '../list/list.machine.ts';
import { defineListQuery, id, type ListQuery } from '../list/list-query.ts';
import { vocabularyFields } from '../list/vocabulary-query.ts';
import { createCommandMachine } from '../page/command.machine.ts';
import type { BatchItemRow, BatchRow } from './order-status.ts';

const { status } = vocabularyFields(batchItemFilters);
export const batchItemQuery = defineListQuery({ batch_id: id, status }, batchItemSortable, 50);

export type BatchItemFilters = ReturnType<typeof batchItemQuery.read>['filters'];

export const batchItems = createListMachine<BatchItemRow, BatchItemFilters>({
  id: 'batchItems',
  description: 'The objects of one batch, each with its result.',
  query: batchItemQuery,
  rowId: (row) => row.id,
});

export interface BatchIds {
  batchIds: number[];
}

/** Answers with the batches in their new state. */
export const batchCancel = createCommandMachine<BatchIds, BatchRow[]>({ id: 'batchCancel', description: 'Stops running batches.' });

/** All failed items, or only those listed. */
export interface BatchRetry extends BatchIds {
  itemIds?: number[] | undefined;
}

export const batchRetry = createCommandMachine<BatchRetry>({
  id: 'batchRetry',
  description: 'Retries failed objects of batches: all of them or a selection.',
});

/** Answers with the ids of the batches that restore the earlier values. */
export const batchUndo = createCommandMachine<BatchIds, number[]>({
  id: 'batchUndo',
  description: 'Gives the objects of ended batches the values back that they had before.',
});

export const batchItemsExport = createCommandMachine<ListQuery<BatchItemFilters>>({
  id: 'batchItemsExport',
  description: 'The results of a batch as a file.',
});

export interface ResolveValues {
  outcome: 'created' | 'not_created' | undefined;
  /** The id assigned by the channel; only for the outcome `created`. */
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
  description: 'Resolves an unknown result after the user has checked the channel.',
  blank: blankResolve,
  check: checkResolve,
});
