import { messages } from './messages/index.ts';
import { HostedPersonsPage } from './operation-auth.page.tsx';
import { hostedPersons } from './use-hosted-persons.ts';

export const page = { machine: hostedPersons, View: HostedPersonsPage, messages };
