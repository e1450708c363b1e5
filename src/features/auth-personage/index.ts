import { PersonagePage } from './auth-personage.page.tsx';
import { messages } from './messages/index.ts';
import { personage } from './personage.wiring.ts';

export const page = { machine: personage, View: PersonagePage, messages };
