import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { departmentForm } from '#machines/department-management/department-management.machine.ts';
import type { Department, DepartmentValues } from '#machines/department-management/department-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { TreeField } from '#src/ui/choice-fields.tsx';
import { FormDrawer } from '#src/ui/form-drawer.tsx';
import { NumberField, TextField } from '#src/ui/text-fields.tsx';
import { useObstacleText } from './obstacle-text.ts';
import { parentChoice } from './parent-choice.ts';

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
  const why = useObstacleText();
  const { values, origin, subject, faults, others, failure, refusals } = useSelector(form, (state) => state.context);
  const busy = useSelector(form, (state) => state.hasTag('writing'));
  const asking = useSelector(form, (state) => state.matches('confirmingLeave'));
  const nodes = useMemo(() => parentChoice(tree, why), [tree, why]);

  const change = (changes: Partial<DepartmentValues>) => form.send({ type: 'form.fieldChanged', changes });
  const leave = (field: keyof DepartmentValues) => () => form.send({ type: 'form.fieldLeft', field });
  return (
    <FormDrawer
      open
      title={subject ? t('department.editTitle', { name: origin.name }) : t('department.create')}
      saveText={subject ? t('ui.save') : t('department.createButton')}
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
        label={t('department.name')}
        value={values.name}
        onChange={(name) => change({ name })}
        onLeave={leave('name')}
        fault={faults.name}
        help={t('department.nameHelp')}
        required
        autoFocus
      />
      {!subject && (
        <TreeField
          label={t('department.parent')}
          value={values.parent_id}
          nodes={nodes}
          onChange={(parent_id) => change({ parent_id })}
          onLeave={leave('parent_id')}
          fault={faults.parent_id}
          required
        />
      )}
      <NumberField
        label={t('department.sort')}
        value={values.sort}
        onChange={(sort) => change({ sort })}
        onLeave={leave('sort')}
        fault={faults.sort}
        help={t('department.sortHelp')}
        required
      />
    </FormDrawer>
  );
}
