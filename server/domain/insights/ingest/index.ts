export { type AdDay, ensureAdDays, holdFacts } from './ad-days.ts';
export { ingestJobs } from './insights.jobs.ts';
export { centsPerUnit, ensureRates } from './rates.ts';
export { isCounted, rewriteFromOrders } from './rewrite-orders.ts';
export { rewriteFromVisits } from './rewrite-visits.ts';
