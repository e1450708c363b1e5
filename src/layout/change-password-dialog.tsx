import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { judgePasswords, type TypedPasswords } from '#machines/change-password/change-password.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { PasswordField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import type { Part } from './parts.ts';
import { forgetPasswords, keepPasswords, readPasswords } from './typed-passwords.ts';

interface Props {
  changePassword: Part<'changePassword'>;
}

/** The own password, chosen by its owner. What is typed is forgotten with the dialog. */
export function ChangePasswordDialog({ changePassword }: Props) {
  const open = useSelector(changePassword, (state) => state.hasTag('open'));
  return open ? <OpenDialog changePassword={changePassword} /> : null;
}

function OpenDialog({ changePassword }: Props) {
  const t = useText();
  const { field, change, subject, busy, dialog } = useForm(changePassword);
  const [typed, setTyped] = useState(readPasswords);
  useEffect(() => forgetPasswords, []);
  const bind = (name: keyof TypedPasswords) => ({
    ...field(name),
    value: typed[name],
    onChange: (password: string) => {
      const all = { ...typed, [name]: password };
      setTyped(all);
      keepPasswords(all);
      const verdicts = judgePasswords(all);
      // A verdict on one field may follow from another; what was said of a field that is not concerned stays.
      const said = judgePasswords(typed);
      const changed = (['old_pwd', 'new_pwd', 'repeat'] as const).filter((one) => one === name || verdicts[one] !== said[one]);
      change(Object.fromEntries(changed.map((one) => [one, verdicts[one]])));
    },
    disabled: busy,
    required: true,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('password.title')}
      text={subject?.isOffered ? t('password.offer') : undefined}
      confirmText={t('password.save')}
      cancelText={subject?.isOffered ? t('password.later') : t('ui.cancel')}
    >
      <p>{t('password.explain')}</p>
      {/* Tells a password manager whose passwords these are. */}
      <input type="text" hidden autoComplete="username" value={subject?.account ?? ''} readOnly />
      <PasswordField label={t('password.old')} {...bind('old_pwd')} autoFocus />
      <PasswordField label={t('password.new')} {...bind('new_pwd')} autoComplete="new-password" help={t('password.help')} />
      <PasswordField label={t('password.repeat')} {...bind('repeat')} autoComplete="new-password" />
    </ConfirmDialog>
  );
}
