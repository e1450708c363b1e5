import type { FieldFault } from './faults.ts';

/** A judgement of a password that does not reveal it. */
export type PasswordVerdict = 'empty' | 'good' | 'badLength' | 'badMixture';

const PASSWORD_LENGTH = { min: 8, max: 32 };

/** 8 to 32 characters with at least one letter and one digit. */
export function judgePassword(typed: string): PasswordVerdict {
  const length = [...typed].length;
  if (length === 0) return 'empty';
  if (length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) return 'badLength';
  return /\p{L}/u.test(typed) && /\d/.test(typed) ? 'good' : 'badMixture';
}

/** The fault of each verdict; an empty password is for the form to judge. */
export const passwordFaults: Record<PasswordVerdict, FieldFault | undefined> = {
  empty: undefined,
  good: undefined,
  badLength: { rule: 'stringRange', params: PASSWORD_LENGTH },
  badMixture: { rule: 'letterAndDigit' },
};
