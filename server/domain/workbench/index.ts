export { DRAFT_LIFETIME_DAYS, WORKSPACE_LIFETIME_DAYS } from './saved-state.repository.ts';
