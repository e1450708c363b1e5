export { campaignsOfStoppedDramas } from './closable-campaigns.ts';
export { scoreOpenRounds } from './scoring.ts';
export { THRESHOLDS_SETTING } from './thresholds.ts';
