import { commandWalk, logWalk, pageWalk } from '../kernel/kernel.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { operationExport, operationList, operationLogMachine } from './operation-log.machine.ts';

export const walks: MachineWalk[] = [
  pageWalk(operationLogMachine, [{ type: 'log.moved', search: '?account=li', how: 'push' }]),
  logWalk(operationList, { account: 'wang' }),
  commandWalk(operationExport, { account: 'li' }),
];
