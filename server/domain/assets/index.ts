export { findNameOrNumber } from './asset-access.ts';
export { type AssetType, assetVisible } from './asset-scope.ts';
export { bizWords, channelWords, describeAccountStatus, describeDisableReason, undeliverableWords } from './asset-words.ts';
export { type Completion, completeAuthorisation } from './complete-authorisation.ts';
export { undeliverableReason } from './deliverable.ts';
export { openGrant, refuseNoGrant } from './grants.ts';
export { adsObstacle, type HomepageState, obstacleTexts, postsObstacle } from './homepages.rules.ts';
export { rotateSecrets } from './rotate-secrets.ts';
export { checkVault, hasCanary } from './vault-canary.ts';
