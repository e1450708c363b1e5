import { type Static, Type } from 'typebox';
import { operationExportColumns, operationFilters } from '../vocabulary/operations.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { newestFirst } from './row-order.ts';
import {
  Currency,
  Exact,
  exportColumns,
  exportOptions,
  Id,
  Instant,
  KeysetAnswer,
  KeysetRequest,
  Nothing,
  Nullable,
  Spreadsheet,
} from './shapes.ts';

const ActionPath = noted(Type.String(), { zh: '调用的路径。', en: 'The path of the call.' });
const ActionLabel = noted(Exact({ zh: Type.String(), en: Type.String() }), {
  zh: '调用的名称；不认识的路径原样显示。',
  en: 'What the call is called; a path nobody knows stands as it is.',
});
const Summary = noted(Type.String(), { zh: '改动的摘要，可能为空。', en: 'The change in short; may be empty.' });

export const OpLogRow = Exact({
  id: Id,
  at: Instant,
  account: noted(Type.String(), { zh: '当时的登录名；改名或删除之后仍是这个。', en: 'As it was then, whatever became of the account.' }),
  action: ActionPath,
  action_label: ActionLabel,
  target_type: noted(Nullable(Type.String()), { zh: '对象的类型，如 user、role。', en: 'Type of the object, such as user or role.' }),
  target: noted(Nullable(Exact({ id: Nullable(Id), label: Type.String() })), {
    zh: '对谁做的。没有编号、只有键的对象只给名称。',
    en: 'What it was done to. A thing that is known by a key instead of a number has only its label.',
  }),
  summary: Summary,
  ip: noted(Type.String(), { zh: '客户端地址。', en: 'Address of the client.' }),
  ok: Type.Boolean(),
  code: noted(Type.Integer(), { zh: '信封里的 code，成功为 0。', en: 'The code of the envelope, 0 for success.' }),
  ms: noted(Type.Integer({ minimum: 0 }), { zh: '处理用时。', en: 'How long it took.', unit: 'ms' }),
  currency: noted(Nullable(Currency), {
    zh: 'before 与 after 里金额的币种；没有或不知道则为空。',
    en: 'Of the amounts in before and after; null where there are none, or it is not known.',
  }),
  before: noted(Type.Unknown(), {
    zh: '改动的字段原来的值，JSON 对象或空；机密已遮盖。',
    en: 'The changed fields as they were, a JSON object or null; secrets are masked.',
  }),
  after: noted(Type.Unknown(), {
    zh: '改动的字段后来的值，JSON 对象或空；机密已遮盖。',
    en: 'The changed fields as they became, a JSON object or null; secrets are masked.',
  }),
});
export type OpLogRow = Static<typeof OpLogRow>;

const filters = filterSchemas(operationFilters);

export const listOpLogs = endpoint({
  name: 'oplogs.list',
  method: 'POST',
  path: '/sys-oplogs/list',
  summary: { zh: '操作日志', en: 'Operation log' },
  access: { pages: ['/advertising/copy-log'] },
  effect: 'read',
  request: KeysetRequest(filters),
  order: newestFirst('at'),
  reply: KeysetAnswer(OpLogRow),
});

export const exportOpLogs = endpoint({
  name: 'oplogs.export',
  method: 'POST',
  path: '/sys-oplogs/export',
  summary: { zh: '导出操作日志', en: 'Export the operation log' },
  access: { pages: ['/advertising/copy-log'] },
  action: 'export',
  effect: 'read',
  request: Exact({ ...filters, ...exportOptions, columns: exportColumns(operationExportColumns) }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

export const ownOperations = endpoint({
  name: 'home.operations',
  method: 'POST',
  path: '/home-board/operations',
  summary: { zh: '我的近期操作', en: 'Own recent operations' },
  access: { pages: ['/index'] },
  effect: 'read',
  request: Nothing,
  reply: Exact({
    list: Type.Array(
      Exact({
        id: Id,
        at: Instant,
        action: ActionPath,
        action_label: ActionLabel,
        summary: Summary,
        ok: Type.Boolean(),
      }),
    ),
  }),
});
