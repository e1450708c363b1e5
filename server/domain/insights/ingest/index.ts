export { type AdDay, ensureAdDays, lockFacts } from './ad-days.ts';
export { recordKnownHours } from './known-hours.ts';
export { channelMeasures, type DayFacts, type HourFacts, maxRoundingOf } from './measures.ts';
export { centsPerUnitSql, ensureRates, loadCentsPerUnit, pullRates } from './rates.ts';
export { isCountedIn, rewriteOrderSums } from './rewrite-orders.ts';
export { rewriteVisitSums } from './rewrite-visits.ts';
export { MissingRateError, writeFacts } from './write-facts.ts';
