import type { ActorRefFrom } from 'xstate';
import type { viewForm, viewRoles } from '#machines/kernel/list/saved-views.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { TextField } from '../form/text-fields.tsx';
import { useForm } from '../form/use-form.ts';
import { useLoadOptions } from '../form/use-load-options.ts';
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx';
import { useViewer } from '../overlay/viewer.tsx';
import { ChoiceField, MultiChoiceField } from '../pick/choice-fields.tsx';
import { useOptions } from '../pick/use-options.ts';

export interface SavedViewDialogProps {
  form: ActorRefFrom<typeof viewForm>;
  roles: ActorRefFrom<typeof viewRoles>;
}

/** Names a view, and says who else may use it. */
export default function SavedViewDialog({ form, roles }: SavedViewDialogProps) {
  const t = useText();
  const { isAdmin, isSuperAdmin, isLeader } = useViewer();
  const { values, origin, subject, busy, change, field, dialog } = useForm(form);
  const { options, control } = useOptions(roles);
  useLoadOptions(roles);

  const refusal = isAdmin || isSuperAdmin || isLeader ? undefined : t('views.mayNotShare');
  const isNew = subject?.existing === undefined;
  return (
    <ConfirmDialog
      {...dialog}
      title={isNew ? t('views.saveAs') : t('views.editTitle', { name: origin.name })}
      confirmText={t(isNew ? 'views.create' : 'ui.save')}
    >
      <TextField label={t('views.name')} {...field('name')} disabled={busy} required autoFocus />
      <ChoiceField
        as="radio"
        label={t('views.sharing')}
        {...field('shared')}
        onChange={(shared) => shared && change({ shared })}
        options={[
          { value: 'me' as const, label: t('views.sharing.me') },
          { value: 'roles' as const, label: t('views.sharing.roles'), ...(refusal && { disabled: refusal }) },
          { value: 'all' as const, label: t('views.sharing.all'), ...(refusal && { disabled: refusal }) },
        ]}
        disabled={busy}
      />
      {values.shared === 'roles' && (
        <MultiChoiceField
          label={t('views.roles')}
          {...field('role_ids')}
          options={options.map(({ id, name }) => ({ value: id, label: name }))}
          {...control}
          disabled={busy}
          required
        />
      )}
    </ConfirmDialog>
  );
}
