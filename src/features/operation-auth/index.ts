import { personManagement } from '#src/parts/persons/use-persons.ts';
import { messages } from './messages/index.ts';
import { HostedPersonsPage } from './operation-auth.page.tsx';

export const page = { machine: personManagement('host', '/operation/auth'), View: HostedPersonsPage, messages };
