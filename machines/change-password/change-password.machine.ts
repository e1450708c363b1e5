import { faultsIn, requiredChoice } from '../kernel/form/field-rules.ts';
import { createFormDialogMachine } from '../kernel/form/form-dialog.machine.ts';
import { type PasswordVerdict, passwordFaults, passwordVerdict } from '../kernel/form/password-verdict.ts';

/** What can be said of what is typed. The passwords themselves never come near the machine. */
export interface PasswordChange {
  old_pwd: 'empty' | 'typed';
  new_pwd: PasswordVerdict | 'unchanged';
  repeat: 'empty' | 'same' | 'different';
}

export const blankChange: PasswordChange = { old_pwd: 'empty', new_pwd: 'empty', repeat: 'empty' };

/** The three passwords as they stand in their fields. */
export interface TypedPasswords {
  old_pwd: string;
  new_pwd: string;
  repeat: string;
}

export const nothingTyped: TypedPasswords = { old_pwd: '', new_pwd: '', repeat: '' };

export const verdictsOf = ({ old_pwd, new_pwd, repeat }: TypedPasswords): PasswordChange => ({
  old_pwd: old_pwd === '' ? 'empty' : 'typed',
  new_pwd: new_pwd !== '' && new_pwd === old_pwd ? 'unchanged' : passwordVerdict(new_pwd),
  repeat: repeat === '' ? 'empty' : repeat === new_pwd ? 'same' : 'different',
});

const missing = (verdict: string) => requiredChoice(verdict === 'empty' ? undefined : verdict);

/** Asked of people who signed in with a password that others know. */
export interface ChangeSubject {
  account: string;
  isOffered: boolean;
}

/** The dialog in which somebody chooses their own password. */
export const changePasswordMachine = createFormDialogMachine<PasswordChange, object, ChangeSubject>({
  id: 'changePassword',
  description: 'The own password: the old one, the new one, and the new one again. It knows what can be said of them, and none of them.',
  blank: blankChange,
  check: ({ old_pwd, new_pwd, repeat }) =>
    faultsIn<PasswordChange>({
      old_pwd: missing(old_pwd),
      new_pwd: missing(new_pwd) ?? (new_pwd === 'unchanged' ? { rule: 'unchanged' } : passwordFaults[new_pwd]),
      repeat: missing(repeat) ?? (repeat === 'different' ? { rule: 'repeatedDifferently' } : undefined),
    }),
});
