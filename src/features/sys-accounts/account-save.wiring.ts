import type { SaveOutcome, SaveRequest } from '#machines/kernel/form/form-dialog.machine.ts';
import { changedSince } from '#machines/kernel/form/form-values.ts';
import { judgePassword } from '#machines/kernel/form/password-verdict.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import type { AccountSubject, AccountValues } from '#machines/sys-accounts/account-rules.ts';
import { accountDraft } from '#machines/sys-accounts/account-rules.ts';
import { featureText } from '#src/locale/feature-text.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { passwordDigest } from '#src/services/password-digest.ts';
import { createUser, editUser } from '#src/services/users.service.ts';
import { showNewPasswords } from '#src/ui/form/new-passwords.ts';
import { messages } from './messages/index.ts';
import { forgetPassword, readPassword } from './typed-password.ts';

type Question = SaveRequest<AccountValues, AccountSubject>;
type Outcome = SaveOutcome<AccountValues, { id: number }, AccountSubject>;

const FIELDS = ['account', 'name', 'department_id', 'role_ids', 'is_admin', 'is_leader', 'platform', 'timezone', 'remark', 'pwd'] as const;

const reading = {
  fields: FIELDS,
  fieldOf: { ACCOUNT_TAKEN: 'account', SELF_FORBIDDEN: 'is_admin', LAST_ADMIN: 'is_admin' },
  latest: (row: Parameters<typeof accountDraft>[0]) => accountDraft(row),
} as const;

const toRequest = ({ name, department_id, role_ids, is_admin, is_leader, platform, timezone, remark }: AccountValues) => ({
  name: name.trim(),
  // The form requires a department before it can be sent.
  department_id: department_id as number,
  role_ids,
  is_admin,
  is_leader,
  platform,
  timezone,
  remark: remark.trim() || null,
});

async function create(values: AccountValues, password: string, key: string): Promise<{ id: number }> {
  const { id, new_passwd: generated } = await createUser({
    account: values.account,
    ...toRequest(values),
    ...(password && { pwd: passwordDigest(password) }),
    idempotency_key: key,
  });
  forgetPassword();
  if (generated) {
    const title = featureText(messages, currentLocale(), 'account.passwordMade');
    showNewPasswords({ title, list: [{ account: values.account, name: values.name.trim(), password: generated }] });
  }
  return { id };
}

async function edit(subject: AccountSubject, { values, origin, key }: Question): Promise<{ id: number }> {
  const changes = changedSince(toRequest(origin), toRequest(values));
  if (Object.keys(changes).length > 0) await editUser({ id: subject.id, version: subject.version, ...changes, idempotency_key: key });
  return { id: subject.id };
}

/** Saves an account. A generated password is shown here and passed nowhere else. */
export async function saveAccount(question: Question): Promise<Outcome> {
  const { values, subject, key } = question;
  if (subject) return toSaveOutcome(edit(subject, question), reading);
  const password = readPassword();
  // A typed password must not be replaced by a generated one, nor sent when the verdict of the form is outdated.
  if (values.pwd !== judgePassword(password)) return { kind: 'refused', faults: { pwd: { rule: 'required' } } };
  return toSaveOutcome(create(values, password, key), reading);
}
