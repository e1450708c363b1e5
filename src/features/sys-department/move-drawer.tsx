import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { moveForm } from '#machines/sys-department/department-management.machine.ts';
import { type Department, flatten } from '#machines/sys-department/department-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { FormDrawer } from '#src/ui/form/form-drawer.tsx';
import { NumberField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { TreeField } from '#src/ui/pick/choice-fields.tsx';
import { useObstacleText } from './obstacle-text.ts';
import { toParentOptions } from './parent-choice.ts';

interface Props {
  form: ActorRefFrom<typeof moveForm>;
  tree: readonly Department[];
}

export function MoveDrawer({ form, tree }: Props) {
  const open = useSelector(form, (state) => state.hasTag('open'));
  return open ? <OpenMoveDrawer form={form} tree={tree} /> : null;
}

function OpenMoveDrawer({ form, tree }: Props) {
  const t = useText();
  const why = useObstacleText();
  const { subject, field, drawer } = useForm(form);
  const nodes = useMemo(
    () =>
      toParentOptions(
        tree,
        why,
        flatten(tree).find(({ id }) => id === subject?.id),
      ),
    [tree, why, subject],
  );

  return (
    <FormDrawer
      {...drawer}
      title={t('department.moveTitle', { name: subject?.name ?? '' })}
      saveText={t('department.moveNext')}
      done={false}
    >
      <TreeField label={t('department.parent')} {...field('parent_id')} nodes={nodes} help={t('department.moveHelp')} required />
      <NumberField label={t('department.sort')} {...field('sort')} help={t('department.sortHelp')} required />
    </FormDrawer>
  );
}
