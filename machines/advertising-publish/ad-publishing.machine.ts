import type { ActorRefFrom } from 'xstate';
import { createTabbedPageMachine } from '../kernel/page/tabbed-page.machine.ts';
import { publishJobsMachine } from './publish-jobs.machine.ts';
import { publishWizardMachine } from './publish-wizard.machine.ts';
import { schemeManagementMachine } from './scheme-management.machine.ts';

/** The publishing page with its three tabs. */
export const adPublishingMachine = createTabbedPageMachine({
  id: 'adPublishing',
  description: 'Schemes, the publish wizard, and the publish jobs, each under its tab.',
  tabs: { schemes: schemeManagementMachine, publish: publishWizardMachine, jobs: publishJobsMachine },
});

export type AdPublishing = ActorRefFrom<typeof adPublishingMachine>;
