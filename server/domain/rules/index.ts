export { listConditions, ruleTemplates } from '#contracts/rules/host-rules.ts';
export { slotOf } from './schedule.ts';
