import type { MachineWalk } from '../kernel/machine-walk.ts';
import { materialUploadMachine } from './material-upload.machine.ts';

export const walks: MachineWalk[] = [
  {
    machine: materialUploadMachine,
    input: { search: '' },
    events: [
      { type: 'page.located', search: '?tab=ec' },
      { type: 'page.located', search: '' },
      { type: 'page.seen' },
      { type: 'page.left' },
      { type: 'page.refreshRequested' },
      { type: 'page.moved', search: '?page=2', how: 'push' },
      { type: 'page.moved', search: '?tab=ec&page=2', how: 'push' },
      { type: 'page.passwordResetRequested', subject: { id: 1, account: 'li' } },
      { type: 'page.batchStarted', batchId: 1 },
      { type: 'tab.chosen', tab: 'ec' },
      { type: 'tab.chosen', tab: 'dj' },
    ],
  },
];
