import { type BatchItemRow, type BatchRow, exportBatches, exportBatchItems } from '#contracts/endpoints/batches.ts';
import { changeInWords } from '#contracts/rules/change-words.ts';
import { decimalsOf } from '#contracts/rules/currencies.ts';
import {
  batchColumnWords,
  batchFilters,
  batchItemColumnWords,
  batchItemFilters,
  batchStatusWords,
  itemStatusWords,
  wordsOfBatchType,
} from '#contracts/vocabulary/batches.ts';
import { entityLevelWords, isEntityLevel } from '#contracts/vocabulary/launches.ts';
import { defineCall } from '../call.ts';
import { requireDateOrder } from '../people/index.ts';
import { refuse } from '../refusal.ts';

import {
  COUNT,
  describeById,
  describeFilters,
  exportFile,
  findRowName,
  instant,
  type Locale,
  line,
  pick,
  withHeadings,
} from '../spreadsheet/index.ts';

import {
  type BatchRecord,
  countItems,
  findVisibleBatch,
  type ItemRecord,
  loadBatchTotals,
  selectBatches,
  selectItems,
  toBatchRow,
  toItemRow,
} from './batches.query.ts';

/** An item result with the currency of its object. */
type ItemExportRow = BatchItemRow & { currency: string | null };

/** Formats a change for the export file. */
const formatChange = (change: unknown, currency: string | null, locale: Locale): string | null =>
  changeInWords(change, {
    language: locale === 'en' ? 'en' : 'zh',
    currency,
    money: (minor, code) => `${(minor / 10 ** decimalsOf(code)).toFixed(decimalsOf(code))} ${code}`,
  });

const batchColumns = withHeadings<BatchRow, keyof typeof batchColumnWords>(batchColumnWords, {
  id: { width: 10, cell: (row) => String(row.id) },
  type: { width: 14, cell: (row, locale) => pick(wordsOfBatchType(row.type), locale) },
  level: { width: 10, cell: (row, locale) => (isEntityLevel(row.level) ? pick(entityLevelWords[row.level], locale) : null) },
  origin: { width: 16, cell: (row, locale) => pick(row.origin_label, locale) },
  user: { width: 16, cell: (row) => row.user.label },
  status: { width: 12, cell: (row, locale) => pick(batchStatusWords[row.status], locale) },
  summary: { width: 40, cell: (row, locale) => pick(row.summary, locale) },
  total: { width: 10, format: COUNT, cell: (row) => row.total },
  done: { width: 10, format: COUNT, cell: (row) => row.done },
  ok: { width: 10, format: COUNT, cell: (row) => row.ok },
  fail: { width: 10, format: COUNT, cell: (row) => row.fail },
  skip: { width: 10, format: COUNT, cell: (row) => row.skip },
  unknown: { width: 10, format: COUNT, cell: (row) => row.unknown },
  canceled: { width: 10, format: COUNT, cell: (row) => row.canceled },
  created_at: { width: 18, cell: (row) => instant(row.created_at) },
  started_at: { width: 18, cell: (row) => instant(row.started_at) },
  finished_at: { width: 18, cell: (row) => instant(row.finished_at) },
});

const itemColumns = withHeadings<ItemExportRow, keyof typeof batchItemColumnWords>(batchItemColumnWords, {
  seq: { width: 8, cell: (row) => row.seq },
  target_type: { width: 14, cell: (row) => row.target_type },
  target_id: { width: 14, cell: (row) => (row.target_id === null ? null : String(row.target_id)) },
  label: { width: 24, cell: (row) => row.label },
  status: { width: 12, cell: (row, locale) => pick(itemStatusWords[row.status], locale) },
  code: { width: 10, cell: (row) => row.code },
  reason: { width: 20, cell: (row) => row.reason },
  text: { width: 40, cell: (row) => row.text },
  platform_code: { width: 14, cell: (row) => row.platform_code },
  platform_subcode: { width: 14, cell: (row) => row.platform_subcode },
  attempt: { width: 8, cell: (row) => row.attempt },
  before: { width: 40, cell: (row, locale) => formatChange(row.before, row.currency, locale) },
  after: { width: 40, cell: (row, locale) => formatChange(row.after, row.currency, locale) },
  started_at: { width: 18, cell: (row) => instant(row.started_at) },
  finished_at: { width: 18, cell: (row) => instant(row.finished_at) },
});

export const batchExportCalls = [
  defineCall({
    endpoint: exportBatches,
    audit: 'read',
    async handle(context, request) {
      const { columns: _columns, locale: _locale, sort: _sort, count_only: _count, ...filters } = request;
      requireDateOrder(filters);
      const { caller, menu } = context;
      const { date_from, date_to } = filters;
      return await exportFile<BatchRow, BatchRecord>(context, request, {
        page: { zh: '批次日志', en: 'Batches' },
        slug: 'batches',
        days: date_from !== undefined && date_to !== undefined ? [date_from, date_to] : undefined,
        columns: batchColumns,
        count: async (db) => (await loadBatchTotals(db, caller, filters)).batches,
        rows: selectBatches(caller, request),
        shape: (found) => toBatchRow(found, { menu }),
        totals: async (db) => (await loadBatchTotals(db, caller, filters)).totals,
        filters: (db) =>
          describeFilters(batchFilters, filters, {
            user_id: (id) => findRowName(db, 'sys_user', id),
            ad_account_id: describeById,
          }),
      });
    },
  }),
  defineCall({
    endpoint: exportBatchItems,
    audit: 'read',
    async handle(context, request) {
      const { db, caller } = context;
      // The dialog of a batch belongs to no page, so the permission to export is checked here.
      if (!caller.actions.includes('export')) throw refuse('NO_ACTION');
      const batch = await findVisibleBatch(db, context, request.batch_id);
      if (batch === undefined) throw refuse('NOT_FOUND');
      return await exportFile<ItemExportRow, ItemRecord>(context, request, {
        page: { zh: `批次${batch.id}结果`, en: `Results of batch ${batch.id}` },
        slug: `batch-${batch.id}`,
        columns: itemColumns,
        count: (asked) => countItems(asked, caller, request),
        rows: selectItems(caller, request),
        shape: (found) => ({ ...toItemRow(found, request.locale === 'zh-cn' ? 'zh' : 'en'), currency: found.currency }),
        filters: async () => [
          ...line('批次', 'Batch', `#${batch.id}`),
          ...line('参数摘要', 'What was asked', batch.summary),
          ...(await describeFilters(batchItemFilters, request, {})),
        ],
      });
    },
  }),
];
