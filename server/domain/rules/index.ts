export { slotOf } from './schedule.ts';
