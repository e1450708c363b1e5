import { adPublishingMachine } from '#machines/advertising-publish/ad-publishing.machine.ts';
import { publishJobs } from './publish-jobs.wiring.ts';
import { publishWizard } from './publish-wizard.wiring.ts';
import { schemeManagement } from './schemes.wiring.ts';

/** Provides schemes, the publish wizard and publish jobs with all actors. */
export const adPublishing = adPublishingMachine.provide({
  actors: { schemes: schemeManagement, publish: publishWizard, jobs: publishJobs },
});
