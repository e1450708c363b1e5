import { hostedPersons } from './hosted-persons.wiring.ts';
import { messages } from './messages/index.ts';
import { HostedPersonsPage } from './operation-auth.page.tsx';

export const page = { machine: hostedPersons, View: HostedPersonsPage, messages };
