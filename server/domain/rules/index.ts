export { ruleTemplates } from '#contracts/rules/host-rules.ts';
export { evaluateConditions } from './conditions.ts';
export { slotOf } from './schedule.ts';
