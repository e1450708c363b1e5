import { CloseLogPage } from './close-log.page.tsx';
import { messages } from './messages/index.ts';
import { closeLog } from './use-close-log.ts';

export const page = { machine: closeLog, View: CloseLogPage, messages };
