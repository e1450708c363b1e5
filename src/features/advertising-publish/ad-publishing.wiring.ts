import { adPublishingMachine } from '#machines/advertising-publish/ad-publishing.machine.ts';
import { publishJobs } from './publish-jobs.wiring.ts';
import { publishWizard } from './publish-wizard.wiring.ts';
import { schemeManagement } from './schemes.wiring.ts';

/** Schemes, the publish that is being made, and what was published, with everything they need from the outside world. */
export const adPublishing = adPublishingMachine.provide({
  actors: { schemes: schemeManagement, publish: publishWizard, jobs: publishJobs },
});
