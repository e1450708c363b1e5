import type { ActorRefFrom } from 'xstate';
import { createTabbedPageMachine } from '../kernel/page/tabbed-page.machine.ts';
import { ruleHitsMachine, ruleManagementMachine } from '../parts/rules/rules.machine.ts';
import { hostAccountsMachine } from './host-accounts.machine.ts';

/** Ad hosting: the managed accounts, their rules, and what the rules did. */
export const adHostingMachine = createTabbedPageMachine({
  id: 'adHosting',
  description: 'Managed accounts, their rules and the hits of the rules, each under its tab.',
  tabs: { accounts: hostAccountsMachine, rules: ruleManagementMachine, hits: ruleHitsMachine },
});

export type AdHosting = ActorRefFrom<typeof adHostingMachine>;
