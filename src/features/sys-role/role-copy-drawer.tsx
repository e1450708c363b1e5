import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { roleCopyForm } from '#machines/role-management/role-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { FormDrawer } from '#src/ui/form-drawer.tsx';
import { TextField } from '#src/ui/text-fields.tsx';

export function RoleCopyDrawer({ form }: { form: ActorRefFrom<typeof roleCopyForm> }) {
  const t = useText();
  const { values, subject, faults, others, failure, refusals } = useSelector(form, (state) => state.context);
  const open = useSelector(form, (state) => state.hasTag('open'));
  const busy = useSelector(form, (state) => state.hasTag('writing'));
  const asking = useSelector(form, (state) => state.matches('confirmingLeave'));
  return (
    <FormDrawer
      open={open}
      title={t('role.copyTitle', { name: subject?.name ?? '' })}
      saveText={t('role.copy')}
      busy={busy}
      asking={asking}
      onSave={() => form.send({ type: 'form.submitted' })}
      onClose={() => form.send({ type: 'form.closeRequested' })}
      onLeaveConfirmed={() => form.send({ type: 'form.leaveConfirmed' })}
      onLeaveCancelled={() => form.send({ type: 'form.leaveCancelled' })}
      failure={failure}
      others={others}
      refusals={refusals}
    >
      <TextField
        label={t('role.name')}
        value={values.name}
        onChange={(name) => form.send({ type: 'form.fieldChanged', changes: { name } })}
        onLeave={() => form.send({ type: 'form.fieldLeft', field: 'name' })}
        fault={faults.name}
        required
        autoFocus
      />
    </FormDrawer>
  );
}
