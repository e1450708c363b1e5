export { hostAccountVisible, isHostedAt } from './host-account.scope.ts';
