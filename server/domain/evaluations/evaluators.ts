import type { Caller } from '../work-context.ts';

/** Those who work on launches or creatives open rounds, edit and score them. */
export const canEvaluate = ({ actions }: Pick<Caller, 'actions'>): boolean => actions.includes('material') || actions.includes('publish');

/** Leaders and administrators decide. */
export const canDecide = ({ isAdmin, isLeader }: Pick<Caller, 'isAdmin' | 'isLeader'>): boolean => isAdmin === 1 || isLeader;
