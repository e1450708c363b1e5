import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import {
  CalendarDate,
  Exact,
  exportOptions,
  Id,
  Instant,
  KeysetAnswer,
  KeysetRequest,
  Nothing,
  Nullable,
  OneOf,
  Spreadsheet,
} from './shapes.ts';

export const OpLogRow = Exact({
  id: Id,
  at: Instant,
  account: Type.String(),
  /** The path of the call. */
  action: Type.String(),
  action_label: Exact({ zh: Type.String(), en: Type.String() }),
  target_type: Nullable(Type.String()),
  /** What it was done to. A thing that is known by a key instead of a number has only its label. */
  target: Nullable(Exact({ id: Nullable(Id), label: Type.String() })),
  summary: Type.String(),
  ip: Type.String(),
  ok: Type.Boolean(),
  code: Type.Integer(),
  ms: Type.Integer({ minimum: 0 }),
  /** What was there before and after; secrets are masked. */
  before: Type.Unknown(),
  after: Type.Unknown(),
});
export type OpLogRow = Static<typeof OpLogRow>;

const filters = {
  account: Type.Optional(Type.String({ maxLength: 32 })),
  /** Part of the path of a call, or of its name in either language. */
  action: Type.Optional(Type.String({ maxLength: 60 })),
  /** Type of the object, or part of its name. */
  target: Type.Optional(Type.String({ maxLength: 100 })),
  result: Type.Optional(OneOf(['ok', 'fail'] as const)),
  date_from: Type.Optional(CalendarDate),
  date_to: Type.Optional(CalendarDate),
  id: Type.Optional(Id),
};

export const listOpLogs = endpoint({
  name: 'oplogs.list',
  method: 'POST',
  path: '/sys-oplogs/list',
  summary: { zh: '操作日志', en: 'Operation log' },
  /** Dates are days in the reader's timezone. */
  request: KeysetRequest(filters),
  reply: KeysetAnswer(OpLogRow),
});

export const exportOpLogs = endpoint({
  name: 'oplogs.export',
  method: 'POST',
  path: '/sys-oplogs/export',
  summary: { zh: '导出操作日志', en: 'Export the operation log' },
  request: Exact({ ...filters, ...exportOptions }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

export const ownOperations = endpoint({
  name: 'home.operations',
  method: 'POST',
  path: '/home-board/operations',
  summary: { zh: '我的近期操作', en: 'Own recent operations' },
  request: Nothing,
  reply: Exact({
    list: Type.Array(
      Exact({
        id: Id,
        at: Instant,
        action: Type.String(),
        action_label: Exact({ zh: Type.String(), en: Type.String() }),
        summary: Type.String(),
        ok: Type.Boolean(),
      }),
    ),
  }),
});
