import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { roleChangeForm, roleChoice } from '#machines/account-management/account-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ChoiceField, MultiChoiceField } from '#src/ui/choice-fields.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useForm } from '#src/ui/use-form.ts';
import { useOptions } from '#src/ui/use-options.ts';
import { useWanted } from '#src/ui/use-wanted.ts';

interface Props {
  form: ActorRefFrom<typeof roleChangeForm>;
  roles: ActorRefFrom<typeof roleChoice>;
}

export function RoleChangeDialog(props: Props) {
  const open = useSelector(props.form, (state) => state.hasTag('open'));
  return open ? <OpenRoleChange {...props} /> : null;
}

function OpenRoleChange({ form, roles }: Props) {
  const t = useText();
  const { subject, busy, change, field, dialog } = useForm(form);
  const { options: known, control } = useOptions(roles);
  useWanted(roles);
  const count = subject?.ids.length ?? 0;
  return (
    <ConfirmDialog {...dialog} title={t('account.changeRolesTitle', { count })} confirmText={t('account.changeRolesButton', { count })}>
      <ChoiceField
        as="radio"
        label={t('account.mode')}
        {...field('mode')}
        options={(['add', 'remove', 'replace'] as const).map((mode) => ({
          value: mode,
          label: t(`account.mode.${mode}`),
          note: t(`account.modeNote.${mode}`),
        }))}
        onChange={(mode) => mode && change({ mode })}
        disabled={busy}
        required
      />
      <MultiChoiceField
        label={t('account.roles')}
        {...field('role_ids')}
        options={known.map(({ id, name }) => ({ value: id, label: name }))}
        {...control}
        disabled={busy}
        required
      />
    </ConfirmDialog>
  );
}
