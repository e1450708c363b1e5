import { messages } from './messages/index.ts';
import { SystemLogPage } from './system-log.page.tsx';
import { systemLog } from './system-log.wiring.ts';

export const page = { machine: systemLog, View: SystemLogPage, messages };
