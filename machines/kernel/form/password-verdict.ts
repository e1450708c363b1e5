import type { FieldFault } from './faults.ts';

/** What can be said about a password without saying it. */
export type PasswordVerdict = 'empty' | 'good' | 'badLength' | 'badMixture';

const PASSWORD_LENGTH = { min: 8, max: 32 };

/** 8 to 32 characters, among them a letter and a digit. */
export function passwordVerdict(typed: string): PasswordVerdict {
  const length = [...typed].length;
  if (length === 0) return 'empty';
  if (length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) return 'badLength';
  return /\p{L}/u.test(typed) && /\d/.test(typed) ? 'good' : 'badMixture';
}

/** What is wrong with it; an empty one is for the form to judge. */
export const passwordFaults: Record<PasswordVerdict, FieldFault | undefined> = {
  empty: undefined,
  good: undefined,
  badLength: { rule: 'stringRange', params: PASSWORD_LENGTH },
  badMixture: { rule: 'letterAndDigit' },
};
