import type { MachineWalk } from '../kernel/machine-walk.ts';
import { consoleMachine } from './console.machine.ts';

export const walks: MachineWalk[] = [
  {
    machine: consoleMachine,
    input: {
      session: { serial: 1, user: undefined, routes: { base: ['/index'], admin: ['/admin/index'] } },
      isDark: false,
      language: { name: 'zh-cn' },
      width: 1280,
      menu: [],
    },
    events: [
      { type: 'session.began' },
      { type: 'session.userKnown', paths: ['/index'], fresh: true, doubted: false },
      { type: 'session.userKnown', paths: ['/index'], fresh: true, doubted: true },
      { type: 'session.userUnknown' },
      { type: 'guard.opened', path: '/index', search: '' },
      { type: 'guard.barred' },
      { type: 'layout.refreshed' },
      { type: 'page.moved', search: '?page=2', how: 'push' },
      { type: 'page.passwordResetRequested', subject: { id: 1, account: 'li' } },
    ],
  },
];
