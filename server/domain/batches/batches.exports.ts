import {
  type BatchItemRow,
  type BatchRow,
  type BatchStatus,
  type batchExportColumns,
  type batchItemExportColumns,
  exportBatches,
  exportBatchItems,
  type ItemStatus,
} from '#contracts/endpoints/batches.ts';
import { changeInWords } from '#contracts/rules/change-words.ts';
import { decimalsOf } from '#contracts/rules/currencies.ts';
import { type CallContext, defineCall } from '../call.ts';
import { requireDates } from '../people/index.ts';
import { refuse } from '../refusal.ts';
import {
  anyOf,
  COUNT,
  days,
  type ExportColumn,
  exportFile,
  instant,
  keyword,
  type Locale,
  line,
  nameOf,
  pick,
  type Words,
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

const STATUS_LABELS: Readonly<Record<BatchStatus | ItemStatus, Words>> = {
  pending: { zh: '等待中', en: 'Waiting' },
  running: { zh: '进行中', en: 'Running' },
  succeeded: { zh: '成功', en: 'Succeeded' },
  partial: { zh: '部分成功', en: 'Partly succeeded' },
  failed: { zh: '失败', en: 'Failed' },
  unknown: { zh: '未知', en: 'Unknown' },
  skipped: { zh: '跳过', en: 'Skipped' },
  canceled: { zh: '已取消', en: 'Canceled' },
};

/** Label of a batch type; falls back to the name of a type this server does not know. */
const typeLabel = ({ batches }: Pick<CallContext, 'batches'>, type: string): Words =>
  batches.findType(type)?.label ?? { zh: type, en: type };

const batchColumns = (context: Pick<CallContext, 'batches'>): Record<(typeof batchExportColumns)[number], ExportColumn<BatchRow>> => ({
  id: { zh: '批次', en: 'Batch', width: 10, cell: (row) => String(row.id) },
  type: { zh: '类型', en: 'Type', width: 14, cell: (row, locale) => pick(typeLabel(context, row.type), locale) },
  level: { zh: '层级', en: 'Level', width: 10, cell: (row) => row.level },
  origin: { zh: '来源', en: 'Origin', width: 16, cell: (row, locale) => pick(row.origin_label, locale) },
  user: { zh: '操作人', en: 'By', width: 16, cell: (row) => row.user.label },
  status: { zh: '状态', en: 'Status', width: 12, cell: (row, locale) => pick(STATUS_LABELS[row.status], locale) },
  summary: { zh: '参数摘要', en: 'Summary', width: 40, cell: (row, locale) => pick(row.summary, locale) },
  total: { zh: '总数', en: 'Total', width: 10, format: COUNT, cell: (row) => row.total },
  done: { zh: '已完成', en: 'Done', width: 10, format: COUNT, cell: (row) => row.done },
  ok: { zh: '成功', en: 'Succeeded', width: 10, format: COUNT, cell: (row) => row.ok },
  fail: { zh: '失败', en: 'Failed', width: 10, format: COUNT, cell: (row) => row.fail },
  skip: { zh: '跳过', en: 'Skipped', width: 10, format: COUNT, cell: (row) => row.skip },
  unknown: { zh: '未知', en: 'Unknown', width: 10, format: COUNT, cell: (row) => row.unknown },
  canceled: { zh: '取消', en: 'Canceled', width: 10, format: COUNT, cell: (row) => row.canceled },
  created_at: { zh: '创建时间', en: 'Created at', width: 18, cell: (row) => instant(row.created_at) },
  started_at: { zh: '开始时间', en: 'Started at', width: 18, cell: (row) => instant(row.started_at) },
  finished_at: { zh: '结束时间', en: 'Finished at', width: 18, cell: (row) => instant(row.finished_at) },
});

const itemColumns: Record<(typeof batchItemExportColumns)[number], ExportColumn<ItemExportRow>> = {
  seq: { zh: '序号', en: 'No.', width: 8, cell: (row) => row.seq },
  target_type: { zh: '对象类型', en: 'Target type', width: 14, cell: (row) => row.target_type },
  target_id: { zh: '对象编号', en: 'Target id', width: 14, cell: (row) => (row.target_id === null ? null : String(row.target_id)) },
  label: { zh: '对象', en: 'Target', width: 24, cell: (row) => row.label },
  status: { zh: '结果', en: 'Result', width: 12, cell: (row, locale) => pick(STATUS_LABELS[row.status], locale) },
  code: { zh: '代码', en: 'Code', width: 10, cell: (row) => row.code },
  reason: { zh: '原因', en: 'Reason', width: 20, cell: (row) => row.reason },
  text: { zh: '说明', en: 'Text', width: 40, cell: (row) => row.text },
  platform_code: { zh: '平台代码', en: 'Platform code', width: 14, cell: (row) => row.platform_code },
  platform_subcode: { zh: '平台子代码', en: 'Platform subcode', width: 14, cell: (row) => row.platform_subcode },
  attempt: { zh: '次数', en: 'Attempt', width: 8, cell: (row) => row.attempt },
  before: { zh: '变更前', en: 'Before', width: 40, cell: (row, locale) => formatChange(row.before, row.currency, locale) },
  after: { zh: '变更后', en: 'After', width: 40, cell: (row, locale) => formatChange(row.after, row.currency, locale) },
  started_at: { zh: '开始时间', en: 'Started at', width: 18, cell: (row) => instant(row.started_at) },
  finished_at: { zh: '结束时间', en: 'Finished at', width: 18, cell: (row) => instant(row.finished_at) },
};

export const batchExportCalls = [
  defineCall({
    endpoint: exportBatches,
    audit: 'read',
    async handle(context, request) {
      const { columns: _columns, locale: _locale, sort: _sort, count_only: _count, ...filters } = request;
      requireDates(filters);
      const { caller, menu } = context;
      const { date_from, date_to } = filters;
      return await exportFile<BatchRow, BatchRecord>(context, request, {
        page: { zh: '批次日志', en: 'Batches' },
        slug: 'batches',
        days: date_from !== undefined && date_to !== undefined ? [date_from, date_to] : undefined,
        columns: batchColumns(context),
        count: async (db) => (await loadBatchTotals(db, caller, filters)).batches,
        rows: selectBatches(caller, request),
        shape: (found) => toBatchRow(found, menu),
        totals: async (db) => (await loadBatchTotals(db, caller, filters)).totals,
        filters: async (db) => [
          ...keyword(filters.keyword),
          ...line('类型', 'Type', anyOf(filters.type?.map((type) => typeLabel(context, type)))),
          ...line('状态', 'Status', filters.status && STATUS_LABELS[filters.status]),
          ...line('操作人', 'By', await nameOf(db, 'sys_user', filters.user_id)),
          ...line('范围', 'Whose', filters.mine && { zh: '本人', en: 'Own' }),
          ...line('进度', 'Progress', filters.running && { zh: '未结束', en: 'Not ended' }),
          ...days(filters),
        ],
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
          ...line('参数摘要', 'Summary', batch.summary),
          ...line('结果', 'Result', request.status && STATUS_LABELS[request.status]),
          ...keyword(request.keyword),
        ],
      });
    },
  }),
];
