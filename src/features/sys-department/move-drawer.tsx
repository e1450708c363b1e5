import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { moveForm } from '#machines/department-management/department-management.machine.ts';
import { type Department, flattened, type MoveValues } from '#machines/department-management/department-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { TreeField } from '#src/ui/choice-fields.tsx';
import { FormDrawer } from '#src/ui/form-drawer.tsx';
import { NumberField } from '#src/ui/text-fields.tsx';
import { useObstacleText } from './obstacle-text.ts';
import { parentChoice } from './parent-choice.ts';

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
  const { values, subject, faults, others, failure, refusals } = useSelector(form, (state) => state.context);
  const busy = useSelector(form, (state) => state.hasTag('writing'));
  const asking = useSelector(form, (state) => state.matches('confirmingLeave'));
  const nodes = useMemo(
    () =>
      parentChoice(
        tree,
        why,
        flattened(tree).find(({ id }) => id === subject?.id),
      ),
    [tree, why, subject],
  );

  const change = (changes: Partial<MoveValues>) => form.send({ type: 'form.fieldChanged', changes });
  const leave = (field: keyof MoveValues) => () => form.send({ type: 'form.fieldLeft', field });
  return (
    <FormDrawer
      open
      title={t('department.moveTitle', { name: subject?.name ?? '' })}
      saveText={t('department.moveNext')}
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
      <TreeField
        label={t('department.parent')}
        value={values.parent_id}
        nodes={nodes}
        onChange={(parent_id) => change({ parent_id })}
        onLeave={leave('parent_id')}
        fault={faults.parent_id}
        help={t('department.moveHelp')}
        required
      />
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
