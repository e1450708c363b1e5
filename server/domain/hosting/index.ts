export { hostAccountVisible, isHostedAt } from './host-account.scope.ts';
export { waitingSuggestions } from './host-accounts.repository.ts';
