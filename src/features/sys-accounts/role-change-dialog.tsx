import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { roleChangeForm, roleChoice } from '#machines/account-management/account-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ChoiceField, MultiChoiceField } from '#src/ui/choice-fields.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
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
  const { values, subject, faults, others, failure } = useSelector(form, (state) => state.context);
  const busy = useSelector(form, (state) => state.hasTag('writing'));
  const known = useSelector(roles, (state) => state.context.options);
  const loading = useSelector(roles, (state) => state.hasTag('busy'));
  useWanted(roles);
  const count = subject?.ids.length ?? 0;
  return (
    <ConfirmDialog
      open
      title={t('account.changeRolesTitle', { count })}
      confirmText={t('account.changeRolesButton', { count })}
      busy={busy}
      failure={failure ?? (others[0] === undefined ? undefined : { message: others.join(' '), traceId: '' })}
      onConfirm={() => form.send({ type: 'form.submitted' })}
      onCancel={() => {
        form.send({ type: 'form.closeRequested' });
        form.send({ type: 'form.leaveConfirmed' });
      }}
    >
      <ChoiceField
        as="radio"
        label={t('account.mode')}
        value={values.mode}
        options={(['add', 'remove', 'replace'] as const).map((mode) => ({
          value: mode,
          label: t(`account.mode.${mode}`),
          note: t(`account.modeNote.${mode}`),
        }))}
        onChange={(mode) => mode && form.send({ type: 'form.fieldChanged', changes: { mode } })}
        fault={faults.mode}
        disabled={busy}
        required
      />
      <MultiChoiceField
        label={t('account.roles')}
        value={values.role_ids}
        options={known.map(({ id, name }) => ({ value: id, label: name }))}
        busy={loading}
        onOpen={() => roles.send({ type: 'options.wanted' })}
        onChange={(role_ids) => form.send({ type: 'form.fieldChanged', changes: { role_ids: [...role_ids] } })}
        onLeave={() => form.send({ type: 'form.fieldLeft', field: 'role_ids' })}
        fault={faults.role_ids}
        disabled={busy}
        required
      />
    </ConfirmDialog>
  );
}
