import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { {{thing}}Form } from '#machines/{{name}}-management/{{name}}-management.machine.ts';
import type { {{Thing}}Values } from '#machines/{{name}}-management/{{name}}-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { conflictChanges } from '#src/ui/conflict-changes.ts';
import { FormDrawer, FormSection } from '#src/ui/form-drawer.tsx';
import { TextAreaField, TextField } from '#src/ui/text-fields.tsx';
import { useForm } from '#src/ui/use-form.ts';

interface Props {
  form: ActorRefFrom<typeof {{thing}}Form>;
}

export function {{Thing}}Drawer({ form }: Props) {
  const open = useSelector(form, (state) => state.hasTag('open'));
  return open ? <Open{{Thing}}Drawer form={form} /> : null;
}

function Open{{Thing}}Drawer({ form }: Props) {
  const t = useText();
  const { values, origin, subject, conflict, field, drawer } = useForm(form);
  const labels = { name: t('{{thing}}.name'), remark: t('{{thing}}.remark') };
  const words = ({ name, remark }: {{Thing}}Values) => ({ name, remark });

  return (
    <FormDrawer
      {...drawer}
      title={subject ? t('{{thing}}.editTitle', { name: origin.name }) : t('{{thing}}.create')}
      saveText={subject ? t('ui.save') : t('{{thing}}.createButton')}
      conflict={conflictChanges({ conflict, origin, values }, labels, words)}
    >
      <FormSection title={t('{{thing}}.sectionBasics')}>
        <TextField label={labels.name} {...field('name')} required autoFocus />
        <TextAreaField label={labels.remark} {...field('remark')} max={200} />
      </FormSection>
    </FormDrawer>
  );
}
