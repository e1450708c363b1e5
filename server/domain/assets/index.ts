export { type AssetType, assetVisible } from './asset-scope.ts';
export { accountStatusInWords, bizWords, channelWords, disableReasonWords, undeliverableWords } from './asset-words.ts';
export { type Completion, completeAuthorisation } from './complete-authorisation.ts';
export { undeliverableReason } from './deliverable.ts';
export { noGrant, openGrant } from './grants.ts';
export { nameWhereSeen } from './held-asset.ts';
export { adsObstacle, type HomepageStanding, obstacleTexts, postsObstacle } from './homepages.rules.ts';
export { rotateSecrets } from './rotate-secrets.ts';
export { checkVault, hasCanary } from './vault-canary.ts';
