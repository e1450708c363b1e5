import type { AccountSubject, AccountValues } from '#machines/account-management/account-rules.ts';
import { accountDraft } from '#machines/account-management/account-rules.ts';
import type { SaveOutcome, SaveQuestion } from '#machines/kernel/form-dialog.machine.ts';
import { saveOutcome } from '#machines/kernel/save-outcome.ts';
import { featureText } from '#src/locale/feature-text.ts';
import { spokenLocale } from '#src/platform/page-root.ts';
import { passwordDigest } from '#src/services/password-digest.ts';
import { createUser, editUser } from '#src/services/users.service.ts';
import { showPasswordNotice } from '#src/ui/notices.ts';
import { messages } from './messages/index.ts';
import { forgetPassword, readPassword } from './typed-password.ts';

type Question = SaveQuestion<AccountValues, AccountSubject>;
type Outcome = SaveOutcome<AccountValues, { id: number }, AccountSubject>;

const FIELDS = ['account', 'name', 'department_id', 'role_ids', 'is_admin', 'is_leader', 'platform', 'timezone', 'remark', 'pwd'] as const;

const reading = {
  fields: FIELDS,
  fieldOf: { ACCOUNT_TAKEN: 'account', SELF_FORBIDDEN: 'is_admin', LAST_ADMIN: 'is_admin' },
  latest: (row: Parameters<typeof accountDraft>[0]) => accountDraft(row),
} as const;

const toRequest = ({ name, department_id, role_ids, is_admin, is_leader, platform, timezone, remark }: AccountValues) => ({
  name: name.trim(),
  // A form without a department is not sent.
  department_id: department_id as number,
  role_ids,
  is_admin,
  is_leader,
  platform,
  timezone,
  remark: remark.trim() || null,
});

/** What was changed, and nothing else: what somebody else changed meanwhile stays. */
function changesOf(values: AccountValues, origin: AccountValues): Partial<ReturnType<typeof toRequest>> {
  const before: Record<string, unknown> = toRequest(origin);
  return Object.fromEntries(
    Object.entries(toRequest(values)).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field])),
  );
}

async function create(values: AccountValues, password: string): Promise<{ id: number }> {
  const { id, new_passwd: made } = await createUser({
    account: values.account,
    ...toRequest(values),
    ...(password && { pwd: passwordDigest(password) }),
  });
  forgetPassword();
  if (made) {
    const title = featureText(messages, spokenLocale(), 'account.passwordMade');
    showPasswordNotice({ title, account: values.account, password: made });
  }
  return { id };
}

async function edit(subject: AccountSubject, changes: ReturnType<typeof changesOf>): Promise<{ id: number }> {
  if (Object.keys(changes).length > 0) await editUser({ id: subject.id, version: subject.version, ...changes });
  return { id: subject.id };
}

/** Sends what was typed. A password that the server made is shown here and goes nowhere else. */
export async function saveAccount({ values, subject, origin }: Question): Promise<Outcome> {
  if (subject) return saveOutcome(edit(subject, changesOf(values, origin)), reading);
  const password = readPassword();
  // Never a made one in place of one that was typed.
  if (values.pwd === 'good' && !password) return { kind: 'refused', faults: { pwd: { rule: 'required' } } };
  return saveOutcome(create(values, password), reading);
}
