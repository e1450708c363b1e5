export { BUSINESS_TIMEZONE } from '#contracts/rules/business-time.ts';
