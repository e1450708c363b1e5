import type { ActorRefFrom } from 'xstate';
import type { roleCopyForm } from '#machines/sys-role/role-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { FormDrawer } from '#src/ui/form/form-drawer.tsx';
import { TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

export function RoleCopyDrawer({ form }: { form: ActorRefFrom<typeof roleCopyForm> }) {
  const t = useText();
  const { values, subject, field, drawer } = useForm(form);
  return (
    <FormDrawer {...drawer} title={t('role.copyTitle', { name: subject?.name ?? '' })} saveText={t('role.copy')} done={values.name.trim()}>
      <TextField label={t('role.name')} {...field('name')} required autoFocus />
    </FormDrawer>
  );
}
