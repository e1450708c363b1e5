import { adPublishingMachine } from '#machines/ad-publishing/ad-publishing.machine.ts';
import { publishJobs } from './use-publish-jobs.ts';
import { publishWizard } from './use-publish-wizard.ts';
import { schemeManagement } from './use-schemes.ts';

/** Schemes, the publish that is being made, and what was published, with everything they need from the outside world. */
export const adPublishing = adPublishingMachine.provide({
  actors: { schemes: schemeManagement, publish: publishWizard, jobs: publishJobs },
});
