export { type AdDay, ensureAdDays, holdFacts } from './ad-days.ts';
export { channelMeasures, type DayFacts, type HourFacts } from './measures.ts';
export { centsPerUnit, ensureRates, pullRates } from './rates.ts';
export { isCountedIn, rewriteFromOrders } from './rewrite-orders.ts';
export { rewriteFromVisits } from './rewrite-visits.ts';
export { NoRate, writeFacts } from './write-facts.ts';
