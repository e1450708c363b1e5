import type { MachineWalk } from '../kernel/machine-walk.ts';
import { menuMachine } from './menu.machine.ts';

const entry = { path: '/index', parentPath: null, title: '首页', titleEn: 'Home', sort: 1, hide: false, activeMenu: null, icon: null };

export const walks: MachineWalk[] = [
  {
    machine: menuMachine,
    input: { own: [entry] },
    events: [
      { type: 'menu.mounted' },
      { type: 'menu.reloadRequested' },
      { type: 'menu.submenusToggled', opened: ['/sys'] },
      { type: 'page.opened', path: '/index' },
      { type: 'xstate.done.actor.loadMenu', output: [entry] },
      { type: 'xstate.error.actor.loadMenu', error: { message: 'no answer', traceId: '' } },
      { type: 'xstate.done.actor.renewMenu', output: [entry] },
      { type: 'xstate.error.actor.renewMenu', error: { message: 'no answer', traceId: '' } },
    ],
  },
];
