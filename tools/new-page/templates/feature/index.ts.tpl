import { messages } from './messages/index.ts';
import { {{Thing}}ManagementPage } from './{{name}}-management.page.tsx';
import { {{thing}}Management } from './use-{{name}}-management.ts';

export const page = { machine: {{thing}}Management, View: {{Thing}}ManagementPage, messages };
