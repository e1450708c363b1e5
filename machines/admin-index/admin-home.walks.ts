import { detailWalk, failure, pageWalk } from '../kernel/kernel.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { adminHomeMachine, companyBlocks, systemBlocks } from './admin-home.machine.ts';

const scope = { biz: 'dj' };
const trend = { x: ['2026-11-20'], step: 'day', lines: [], marks: [], asOf: '', provisionalFrom: '' };
const nobody = { user: [], drama: [], account: [] };

export const walks: MachineWalk[] = [
  pageWalk(adminHomeMachine, [
    { type: 'company.scopeChosen', scope: { channel: 'meta' } },
    { type: 'page.located', search: '?biz=ec' },
    { type: 'home.deliveryRequested' },
    { type: 'page.actionTaken' },
    { type: 'readAlerts.done', subject: { all: true }, result: { unread: 0 } },
    { type: 'xstate.after.refreshPause.adminHome.shown' },
    { type: 'xstate.done.actor.awaitReader' },
    { type: 'xstate.error.actor.awaitReader', error: failure },
  ]),
  detailWalk(companyBlocks.summary, scope, { cards: {} }),
  detailWalk(companyBlocks.days, scope, trend),
  detailWalk(companyBlocks.hours, scope, trend),
  detailWalk(companyBlocks.divisions, scope, { biz: trend, channel: trend, department: trend }),
  detailWalk(companyBlocks.tops, scope, nobody),
  detailWalk(companyBlocks.losses, scope, nobody),
  detailWalk(systemBlocks.health, 'all', { stale_accounts: [] }),
];
