import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { departmentMembers, leaderForm } from '#machines/department-management/department-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Remark } from '#src/ui/block.tsx';
import { MultiChoiceField } from '#src/ui/choice-fields.tsx';
import { FailureRemark } from '#src/ui/failure-remark.tsx';
import { FormDrawer } from '#src/ui/form-drawer.tsx';

interface Props {
  form: ActorRefFrom<typeof leaderForm>;
  members: ActorRefFrom<typeof departmentMembers>;
}

export function LeaderDrawer({ form, members }: Props) {
  const open = useSelector(form, (state) => state.hasTag('open'));
  return open ? <OpenLeaderDrawer form={form} members={members} /> : null;
}

function OpenLeaderDrawer({ form, members }: Props) {
  const t = useText();
  const { values, subject, faults, others, failure, refusals } = useSelector(form, (state) => state.context);
  const busy = useSelector(form, (state) => state.hasTag('writing'));
  const asking = useSelector(form, (state) => state.matches('confirmingLeave'));
  const { answer: people, failure: unknown } = useSelector(members, (state) => state.context);
  const loading = useSelector(members, (state) => state.hasTag('busy'));
  const failed = useSelector(members, (state) => state.hasTag('failed'));

  return (
    <FormDrawer
      open
      title={t('department.leadersTitle', { name: subject?.name ?? '' })}
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
      {failed && unknown && (
        <FailureRemark
          failure={unknown}
          title={t('department.membersUnknown')}
          onRetry={() => members.send({ type: 'detail.refreshRequested' })}
        />
      )}
      {people?.length === 0 && <Remark kind="info" title={t('department.noMembers')} />}
      <MultiChoiceField
        label={t('department.leaders')}
        help={t('department.leadersHelp')}
        value={values.user_ids}
        options={(people ?? []).map(({ id, account, name, status }) => ({
          value: id,
          label: name || account,
          note: status === 'disabled' ? `${account} · ${t('department.disabled')}` : account,
        }))}
        onChange={(ids) => form.send({ type: 'form.fieldChanged', changes: { user_ids: [...ids] } })}
        fault={faults.user_ids}
        busy={loading}
        disabled={people === undefined}
      />
    </FormDrawer>
  );
}
