import { CloseLogPage } from './close-log.page.tsx';
import { closeLog } from './close-log.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: closeLog, View: CloseLogPage, messages };
