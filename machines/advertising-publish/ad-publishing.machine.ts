import type { ActorRefFrom } from 'xstate';
import { createTabbedPageMachine } from '../kernel/page/tabbed-page.machine.ts';
import { publishJobsMachine } from './publish-jobs.machine.ts';
import { publishWizardMachine } from './publish-wizard.machine.ts';
import { schemeManagementMachine } from './scheme-management.machine.ts';

/** Ads are launched from schemes. */
export const adPublishingMachine = createTabbedPageMachine({
  id: 'adPublishing',
  description: 'Schemes, the publish that is being made of one, and what was published, each under its tab.',
  tabs: { schemes: schemeManagementMachine, publish: publishWizardMachine, jobs: publishJobsMachine },
});

export type AdPublishing = ActorRefFrom<typeof adPublishingMachine>;
