import { commandWalk, detailWalk } from '../../kernel/kernel.walks.ts';
import type { MachineWalk } from '../../kernel/machine-walk.ts';
import { FIRST_ALERTS, homeAlerts, openIncidents, readAlerts } from './alerts.machine.ts';

export const walks: MachineWalk[] = [
  detailWalk(homeAlerts, FIRST_ALERTS, { rows: [], unread: 0, total: 0 }),
  detailWalk(openIncidents, 'all', []),
  commandWalk(readAlerts, { all: true }, { unread: 0 }),
];
