import type { MachineWalk } from '../kernel/machine-walk.ts';
import { recentErrorsMachine } from './recent-errors.machine.ts';

export const walks: MachineWalk[] = [
  {
    machine: recentErrorsMachine,
    events: [
      {
        type: 'errors.happened',
        error: {
          at: '2026-11-21T08:00:00.000Z',
          kind: 'refused',
          message: '无此操作权限',
          path: '/sys-users/list',
          method: 'POST',
          code: 403,
          reason: 'NO_ACTION',
          traceId: 'trace-1',
          status: 200,
          requestId: 'trace-1',
          page: '/sys/accounts',
        },
      },
      {
        type: 'errors.happened',
        error: { at: '2026-11-21T08:00:00.000Z', kind: 'refused', message: '该名称已存在', code: 409, page: '/sys/role' },
      },
      { type: 'errors.opened' },
      { type: 'errors.closed' },
      { type: 'errors.cleared' },
    ],
  },
];
