export { DRAFT_KEPT_DAYS, WORKSPACE_KEPT_DAYS } from './keeping.repository.ts';
