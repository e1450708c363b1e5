import { call, fileCall } from './call.ts';

const label = { zh: true, en: true } as const;

export const listOpLogs = call('/sys-oplogs/list', {
  list: [
    {
      id: true,
      at: true,
      account: true,
      action: true,
      action_label: label,
      target_type: true,
      target: { id: true, label: true },
      summary: true,
      ip: true,
      ok: true,
      code: true,
      ms: true,
      currency: true,
      before: true,
      after: true,
    },
  ],
  next_cursor: true,
  total: true,
  total_capped: true,
});
export const exportOpLogs = fileCall('/sys-oplogs/export');
export const ownOperations = call('/home-board/operations', {
  list: [{ id: true, at: true, action: true, action_label: label, summary: true, ok: true }],
});
