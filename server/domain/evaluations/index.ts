export { campaignsOfStoppedDramas } from './closable-campaigns.ts';
export { scoreOpenRounds } from './scoring.ts';
