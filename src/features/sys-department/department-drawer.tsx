import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { departmentForm } from '#machines/sys-department/department-management.machine.ts';
import type { Department } from '#machines/sys-department/department-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { FormDrawer } from '#src/ui/form/form-drawer.tsx';
import { NumberField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { TreeField } from '#src/ui/pick/choice-fields.tsx';
import { useObstacleText } from './obstacle-text.ts';
import { toParentOptions } from './parent-choice.ts';

interface Props {
  form: ActorRefFrom<typeof departmentForm>;
  tree: readonly Department[];
}

export function DepartmentDrawer({ form, tree }: Props) {
  const open = useSelector(form, (state) => state.hasTag('open'));
  return open ? <OpenDepartmentDrawer form={form} tree={tree} /> : null;
}

function OpenDepartmentDrawer({ form, tree }: Props) {
  const t = useText();
  const toObstacleText = useObstacleText();
  const { values, origin, subject, field, drawer } = useForm(form);
  const nodes = useMemo(() => toParentOptions(tree, toObstacleText), [tree, toObstacleText]);

  return (
    <FormDrawer
      {...drawer}
      title={subject ? t('department.editTitle', { name: origin.name }) : t('department.create')}
      {...(!subject && { done: values.name.trim() })}
      saveText={subject ? t('ui.save') : t('department.createButton')}
    >
      <TextField label={t('department.name')} {...field('name')} help={t('department.nameHelp')} required autoFocus />
      {!subject && <TreeField label={t('department.parent')} {...field('parent_id')} nodes={nodes} required />}
      <NumberField label={t('department.sort')} {...field('sort')} help={t('department.sortHelp')} required />
    </FormDrawer>
  );
}
