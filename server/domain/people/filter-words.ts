import { days, type FilterInWords, line } from '../spreadsheet/index.ts';
import type { OpLogFilter } from './oplogs.query.ts';

export const results = { ok: { zh: '成功', en: 'Done' }, fail: { zh: '失败', en: 'Refused' } } as const;

export const ofOpLogs = (filter: OpLogFilter): FilterInWords[] => [
  ...days(filter),
  ...line('账号', 'Account', filter.account?.trim()),
  ...line('动作', 'Action', filter.action?.trim()),
  ...line('对象', 'Target', filter.target?.trim()),
  ...line('结果', 'Result', filter.result && results[filter.result]),
  ...line('日志编号', 'Log entry', filter.id === undefined ? undefined : String(filter.id)),
];
