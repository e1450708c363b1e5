import type { HostState } from '#contracts/vocabulary/hosting.ts';

const STEPS: Readonly<Record<HostState, readonly HostState[]>> = {
  pending: ['hosting', 'ended'],
  hosting: ['paused', 'ended'],
  paused: ['hosting', 'ended'],
  ended: [],
};

/** Whether an account in this state may get to another one. */
export const canMoveHostState = (from: HostState, to: HostState): boolean => STEPS[from].includes(to);

/** States in which the account is ours to run: its ads belong to the operator. */
export const isRun = (state: HostState): boolean => state === 'hosting' || state === 'paused';
