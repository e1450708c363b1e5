export { applyDailyCaps } from './daily-caps.ts';
export { hostAccountVisible, isHostedAt } from './host-account.scope.ts';
