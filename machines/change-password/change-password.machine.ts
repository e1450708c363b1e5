import { faultsIn, requiredChoice } from '../kernel/form/field-rules.ts';
import { createFormDialogMachine } from '../kernel/form/form-dialog.machine.ts';
import { judgePassword, type PasswordVerdict, passwordFaults } from '../kernel/form/password-verdict.ts';

/** A judgement of the typed passwords. The passwords themselves never enter the machine. */
export interface PasswordChange {
  old_pwd: 'empty' | 'typed';
  new_pwd: PasswordVerdict | 'unchanged';
  repeat: 'empty' | 'same' | 'different';
}

export const blankChange: PasswordChange = { old_pwd: 'empty', new_pwd: 'empty', repeat: 'empty' };

/** The three passwords in their fields. */
export interface TypedPasswords {
  old_pwd: string;
  new_pwd: string;
  repeat: string;
}

export const blankPasswords: TypedPasswords = { old_pwd: '', new_pwd: '', repeat: '' };

export const judgePasswords = ({ old_pwd, new_pwd, repeat }: TypedPasswords): PasswordChange => ({
  old_pwd: old_pwd === '' ? 'empty' : 'typed',
  new_pwd: new_pwd !== '' && new_pwd === old_pwd ? 'unchanged' : judgePassword(new_pwd),
  repeat: repeat === '' ? 'empty' : repeat === new_pwd ? 'same' : 'different',
});

const requireTyped = (verdict: string) => requiredChoice(verdict === 'empty' ? undefined : verdict);

/** `isOffered`: shown after a sign-in with a password that others know. */
export interface ChangeSubject {
  account: string;
  isOffered: boolean;
}

/** The dialog in which users change their own password. */
export const changePasswordMachine = createFormDialogMachine<PasswordChange, object, ChangeSubject>({
  id: 'changePassword',
  description: "Changes the user's own password. It receives judgements of the typed passwords, never the passwords.",
  blank: blankChange,
  check: ({ old_pwd, new_pwd, repeat }) =>
    faultsIn<PasswordChange>({
      old_pwd: requireTyped(old_pwd),
      new_pwd: requireTyped(new_pwd) ?? (new_pwd === 'unchanged' ? { rule: 'unchanged' } : passwordFaults[new_pwd]),
      repeat: requireTyped(repeat) ?? (repeat === 'different' ? { rule: 'repeatedDifferently' } : undefined),
    }),
});
