import { personManagement } from '#src/parts/persons/use-persons.ts';
import { PersonagePage } from './auth-personage.page.tsx';
import { messages } from './messages/index.ts';

export const page = { machine: personManagement('self', '/auth/personage'), View: PersonagePage, messages };
